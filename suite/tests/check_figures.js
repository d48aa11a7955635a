// What check_figures.sh asks of every figure of a page, whose <figure> has the figure's name as its id, the title that it
// must have as its data-title, as its data-keys the entries that its keys must have, between tabs, and as its data-said the
// words by which a figure without intervals says why. Writes one line a problem into the element "problems".
"use strict";

// Corners of a text as it is drawn, without the room for descenders and accents above and below the letters.
function corners(text) {
  const box = text.getBBox();
  const size = parseFloat(getComputedStyle(text).fontSize);
  const trim = Math.min(0.22 * size, box.height / 3);
  const matrix = text.ownerSVGElement.getScreenCTM().inverse().multiply(text.getScreenCTM());
  const at = (x, y) => new DOMPoint(x, y).matrixTransform(matrix);
  const top = box.y + trim, bottom = box.y + box.height - trim;
  return [at(box.x, top), at(box.x + box.width, top), at(box.x + box.width, bottom), at(box.x, bottom)];
}

// By how many pixels two convex outlines overlap: along the direction in which they overlap least; below 0: apart.
function overlap(a, b) {
  let least = Infinity;
  for (const shape of [a, b]) {
    for (let i = 0; i < shape.length; i++) {
      const p = shape[i], q = shape[(i + 1) % shape.length];
      const length = Math.hypot(q.x - p.x, q.y - p.y);
      if (length === 0) continue;
      const along = (r) => (r.x * (q.y - p.y) - r.y * (q.x - p.x)) / length;
      const of = (s) => [Math.min(...s.map(along)), Math.max(...s.map(along))];
      const [a0, a1] = of(a), [b0, b1] = of(b);
      least = Math.min(least, Math.min(a1, b1) - Math.max(a0, b0));
    }
  }
  return least;
}

// The corners of the plotted lines of a figure (gnuplot writes them as straight pieces).
function curves(svg) {
  const pieces = [];
  for (const path of svg.querySelectorAll("path[stroke]:not([fill='black'])")) {
    if (!path.closest("g[id*='_plot_']")) continue;
    const matrix = svg.getScreenCTM().inverse().multiply(path.getScreenCTM());
    let before = null;
    for (const part of path.getAttribute("d").matchAll(/([MLml])\s*(-?[\d.]+)[ ,]+(-?[\d.]+)/g)) {
      const point = new DOMPoint(+part[2], +part[3]).matrixTransform(matrix);
      if (part[1].toUpperCase() === "L" && before) pieces.push([before, point]);
      before = point;
    }
  }
  return pieces;
}

// The plotted series of a figure: its title in the key, colour, dash and marker as gnuplot writes them.
function seriesOf(svg) {
  return [...svg.querySelectorAll("g[id*='_plot_']")].map((group) => {
    const html = group.innerHTML;
    const colour = (/(?:stroke|color)=['"]rgb\(\s*(\d+),\s*(\d+),\s*(\d+)\)/.exec(html) ?? []).slice(1).map(Number);
    const all = (pattern) => [...new Set([...html.matchAll(pattern)].map((found) => found[1]))].sort().join(" ");
    return {
      title: group.querySelector("title")?.textContent.replace(/\s+/g, " ").trim() ?? "",
      colour,
      dash: all(/stroke-dasharray=['"]([^'"]*)/g),
      marker: all(/href=['"]#(gp(?:Pt\d+|Dot))/g),
    };
  }).filter((series) => series.colour.length === 3);
}

// Lightness, CIE L*, from 0 to 100.
function lightness(colour) {
  const linear = colour.map((part) => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  return y > 0.008856 ? 116 * Math.cbrt(y) - 16 : 903.3 * y;
}

// Pairs of series that differ by their hue alone: printed in grey they are one.
function hueAlone(svg) {
  const least = 10;
  const kinds = new Map();
  for (const series of seriesOf(svg)) {
    const key = [series.colour, series.dash, series.marker].join("|");
    if (!kinds.has(key)) kinds.set(key, series);
  }
  const all = [...kinds.values()];
  const found = [];
  all.forEach((a, i) => all.slice(i + 1).forEach((b) => {
    if (`${a.colour}` === `${b.colour}` || a.dash !== b.dash || a.marker !== b.marker) return;
    const apart = Math.abs(lightness(a.colour) - lightness(b.colour));
    if (apart < least) found.push(`"${a.title}" and "${b.title}" differ by hue alone (lightness ${apart.toFixed(1)} apart)`);
  }));
  return found;
}

// The colours that these have in every figure (suite/page/templates/figure.gp).
const ownColour = new Map([["UCB", "24,155,114"], ["LinUCB", "183,79,0"], ["S-BRED", "183,79,0"], ["T-BRED", "0,89,141"]]);

// The letters of two lines of one label are 8 pixels apart; closer texts of two panels read as one.
const leastGap = 6;

function problems(figure) {
  const svg = figure.querySelector("svg");
  if (!svg) return ["no picture"];
  const found = [];
  const width = svg.viewBox.baseVal.width, height = svg.viewBox.baseVal.height;
  const texts = [...svg.querySelectorAll("text")].filter((t) => t.textContent.trim() !== "")
    .map((t) => ({ words: t.textContent.replace(/\s+/g, " ").trim(), shape: corners(t) }));
  const plain = (words) => words.replace(/\s/g, "");
  if (!texts.some((t) => plain(t.words) === plain(figure.dataset.title))) found.push(`no title "${figure.dataset.title}"`);
  // Gnuplot's markup is not in the picture.
  const bare = (words) => words.replace(/[\s_^{}\\]|\/(Bold|Italic|\*[\d.]+)*/g, "");
  const drawn = texts.map((text) => bare(text.words));
  for (const entry of figure.dataset.keys.split("\t").filter((key) => key !== "")) {
    const at = drawn.indexOf(bare(entry));
    if (at < 0) found.push(`no key entry "${entry}"`);
    else drawn.splice(at, 1);
  }
  for (const text of texts) {
    if (text.shape.some((p) => p.x < 2 || p.y < 2 || p.x > width - 2 || p.y > height - 2)) {
      found.push(`outside the picture: "${text.words}"`);
    }
  }
  for (let i = 0; i < texts.length; i++) {
    for (let j = i + 1; j < texts.length; j++) {
      const pixels = overlap(texts[i].shape, texts[j].shape);
      const pair = `"${texts[i].words}" and "${texts[j].words}"`;
      if (pixels > 1) found.push(`${pair} overlap by ${pixels.toFixed(1)} pixels`);
      else if (-pixels < leastGap) found.push(`${pair} are ${(-pixels).toFixed(1)} pixels apart`);
    }
  }
  const said = figure.dataset.said;
  if (said === "nothing") found.push("no intervals, and no \"# without intervals:\" line that says why");
  else if (said && !drawn.some((words) => words.includes(bare(said)))) found.push(`it does not say "${said}"`);
  if (figure.dataset.many !== "many") found.push(...hueAlone(svg));
  for (const { title, colour } of seriesOf(svg)) {
    const own = ownColour.get(title);
    if (own && own !== `${colour}`) found.push(`"${title}" has not its colour in all figures`);
  }
  if (!figure.dataset.strict) return found;
  const lines = curves(svg);
  for (const text of texts) {
    const crossed = lines.filter((line) => overlap(text.shape, line) >= 0).length;
    if (crossed > 0) found.push(`"${text.words}" lies on a curve (${crossed} pieces)`);
  }
  return found;
}

document.fonts.ready.then(() => {
  const lines = [];
  let figures = 0;
  for (const figure of document.querySelectorAll("figure")) {
    figures++;
    for (const problem of problems(figure)) lines.push(`${figure.id}: ${problem}`);
  }
  document.getElementById("problems").textContent = ["", ...lines, ""].join("\n");
  document.documentElement.dataset.figures = figures;
});
