// What check_figures.sh asks of every figure of a page, whose <figure> has the figure's name as its id, the title that it
// must have as its data-title, and as its data-keys the entries that its keys must have, between tabs. Writes one line a problem into the element "problems".
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
      if (pixels > 1) found.push(`"${texts[i].words}" and "${texts[j].words}" overlap by ${pixels.toFixed(1)} pixels`);
    }
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
