// What site_test.sh asks of the pages in its frames, for those who cannot see them, or not well: they fit; fields have labels,
// pictures alternatives, links words; one title, headings in their order, one main part; names of places once; regions that
// scroll by the keyboard; contrast of text. Writes one line a problem into the element "problems".
'use strict';

const luminance = colour => {
  const [r, g, b] = colour.match(/[\d.]+/g).map(Number).map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

const problemsOf = frame => {
  const view = frame.contentWindow;
  const page = frame.contentDocument;
  const problems = [];
  const behind = element => {
    for (; element; element = element.parentElement) {
      const colour = view.getComputedStyle(element).backgroundColor;
      if (!/^rgba\(.*, 0\)$/.test(colour)) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  const root = page.documentElement;
  if (root.scrollWidth > root.clientWidth) problems.push(`too wide: ${root.scrollWidth} of ${root.clientWidth}`);
  if (root.dataset.errors) problems.push(`error: ${root.dataset.errors}`);
  if (page.querySelector('table.sortable') && !/^[1-9]\d* clicks, all sorted$/.test(root.dataset.selftest)) {
    problems.push(`sorting: ${root.dataset.selftest}`);
  }
  if (!page.styleSheets.length || page.querySelector('form.find').hidden) problems.push('no style, or no search');
  for (const image of page.images) if (!image.alt) problems.push(`no alternative: ${image.src}`);
  for (const input of page.querySelectorAll('input, select')) if (input.labels.length === 0) problems.push('a field without a label');
  for (const link of page.links) if (!link.textContent.trim() && !link.ariaLabel) problems.push(`no words: ${link.href}`);
  if (page.querySelectorAll('main').length !== 1) problems.push('not one main part');
  if (page.querySelectorAll('h1').length !== 1) problems.push(`${page.querySelectorAll('h1').length} titles`);
  let level = 1;
  for (const heading of page.querySelectorAll('main :is(h1, h2, h3, h4)')) {
    const here = Number(heading.tagName[1]);
    if (here > level + 1) problems.push(`level ${here} after ${level}: ${heading.textContent}`);
    level = here;
  }
  const seen = new Set();
  for (const {id} of page.querySelectorAll('[id]')) {
    if (seen.has(id)) problems.push(`twice: ${id}`);
    seen.add(id);
  }
  for (const region of page.querySelectorAll('.scroll, pre')) if (region.tabIndex !== 0) problems.push('a region without the keyboard');
  for (const element of page.querySelectorAll('p, li, td, th, a, code, dt, dd, h1, h2, pre, span')) {
    if (!element.textContent.trim() || !element.offsetParent) continue;
    const [a, b] = [luminance(view.getComputedStyle(element).color), luminance(behind(element))].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < 4.5) problems.push(`contrast ${contrast.toFixed(1)}: ${element.textContent.trim().slice(0, 40)}`);
  }
  return [...new Set(problems)];
};

addEventListener('load', () => {
  const frames = [...document.querySelectorAll('iframe')];
  const lines = frames.flatMap(frame => problemsOf(frame).map(problem => `${frame.src.replace(/.*\/site\//, '')}: ${problem}`));
  const dark = frames.every(frame => frame.contentWindow.matchMedia('(prefers-color-scheme: dark)').matches);
  const text = document.createElement('pre');
  text.id = 'problems';
  text.textContent = [...lines, `${frames.length} pages, ${dark ? 'dark' : 'light'}`].join('\n');
  document.body.append(text);
});
