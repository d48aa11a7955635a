#include "suite/page/page_assets.hpp"

namespace replaybench {

const std::string_view page_style = R"css(
:root { color-scheme: light dark; --ink: #1c2128; --soft: #5c6570; --line: #d8dde3; --paper: #fff;
  --band: #f5f7f9; --accent: #1f6feb; --heat: 31, 111, 235; --hot: 207, 70, 50; --warn: #9a6700; --warn-paper: #fff8e1; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --soft: #9aa4b0; --line: #343b44;
  --paper: #14181d; --band: #1b2026; --accent: #6cb0ff; --heat: 88, 166, 255; --hot: 255, 123, 100; --warn: #e3b341;
  --warn-paper: #2b2413; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { font: 16px/1.5 system-ui, "DejaVu Sans", sans-serif; color: var(--ink); background: var(--paper);
  max-width: 90rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.8rem; line-height: 1.2; margin: .5rem 0; }
h2 { font-size: 1.25rem; margin: 3rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
p { margin: .5rem 0; max-width: 48rem; }
a { color: var(--accent); } code { background: var(--band); padding: 0 .25em; border-radius: 3px;
  font-size: .9em; overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 1rem 0; font-size: .95rem; }
.facts { color: var(--soft); font-size: .92rem; }
.note { background: var(--warn-paper); border-left: 3px solid var(--warn); padding: .4rem .8rem;
  max-width: 48rem; margin: .75rem 0; }
.scroll { overflow-x: auto; margin: .75rem 0; -webkit-overflow-scrolling: touch; }
table { border-collapse: separate; border-spacing: 0; font-size: .84rem; }
th, td { text-align: left; padding: .22rem .45rem; border-bottom: 1px solid var(--line);
  white-space: nowrap; vertical-align: middle; }
thead th { background: var(--band); border-bottom: 2px solid var(--line); vertical-align: bottom;
  font-weight: 600; }
tbody th { font-weight: 500; position: sticky; left: 0; background: var(--paper); z-index: 1; }
thead th:first-child { position: sticky; left: 0; z-index: 2; }
tbody tr:hover td, tbody tr:hover th { background-image: linear-gradient(#8881, #8881); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
tbody.reference td, tbody.reference th { color: var(--soft); font-style: italic; }
th button { all: unset; cursor: pointer; font: inherit; display: inline-block; }
th button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
th button::after { content: "↕"; opacity: .35; padding-left: .25em; font-weight: 400; }
th[aria-sort=ascending] button::after { content: "↑"; opacity: 1; }
th[aria-sort=descending] button::after { content: "↓"; opacity: 1; }
th.slanted { vertical-align: bottom; text-align: center; padding: .4rem .2rem; }
th.slanted button, th.slanted span { writing-mode: vertical-rl; transform: rotate(180deg);
  max-height: 10rem; }
th.slanted[aria-sort] button::after, th.slanted button::after { display: none; }
th.slanted[aria-sort] { color: var(--accent); }
td.heat { text-align: center; font-variant-numeric: tabular-nums; min-width: 2.6rem;
  background: rgba(var(--heat), var(--a, 0)); }
td.heat.over { background: rgba(var(--hot), var(--a, 0)); } td.heat.sure { font-weight: 700; }
td.text { white-space: normal; min-width: 16rem; max-width: 34rem; }
td.heat.top { font-weight: 700; box-shadow: inset 0 0 0 2px var(--accent); }
td.none { text-align: center; color: var(--soft); }
svg { display: block; } svg text { fill: var(--soft); font: 11px system-ui, "DejaVu Sans", sans-serif; }
.bar { stroke: var(--accent); stroke-width: 6; opacity: .4; } .dot { fill: var(--accent); }
.length { stroke: var(--accent); stroke-width: 8; }
.yard { stroke: var(--soft); stroke-dasharray: 2 2; } .frame { stroke: var(--line); fill: none; }
details { max-width: 60rem; } summary { cursor: pointer; }
td details { white-space: normal; max-width: 22rem; } td summary { white-space: nowrap; }
.minor { color: var(--soft); } ul { padding-left: 1.2rem; } li { max-width: 52rem; margin: .2rem 0; }
figure { margin: 1rem 0; } figcaption { color: var(--soft); font-size: .9rem; max-width: 48rem; }
figure .scroll { margin: 0; }
@media (max-width: 40rem) { body { padding: .75rem .6rem 3rem; font-size: 15px; }
  h1 { font-size: 1.4rem; } table { font-size: .8rem; } th, td { padding: .2rem .4rem; }
  tbody th { max-width: 9.5rem; overflow: hidden; text-overflow: ellipsis; } }
@media print { .scroll { overflow: visible; } nav { display: none; } }
)css";

const std::string_view page_script = R"js(
(() => {
  'use strict';
  const page = document.documentElement;
  const errors = [];
  addEventListener('error', event => {
    errors.push(event.message);
    page.dataset.errors = errors.join('; ');
  });

  // A cell's number where it has one (none: NaN, which goes last), else its text.
  const keyOf = (row, column) => {
    const cell = row.cells[column];
    if (cell.dataset.v === undefined) return cell.textContent.trim();
    return cell.dataset.v === '' ? NaN : Number(cell.dataset.v);
  };
  const compare = (a, b, sign) => {
    if (typeof a === 'string' || typeof b === 'string') {
      const [x, y] = [String(a).toLowerCase(), String(b).toLowerCase()];
      return sign * (x < y ? -1 : x > y ? 1 : 0);
    }
    if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b);
    return sign * (a - b);
  };
  const headersOf = table => [...table.tHead.rows[0].cells];

  const sort = (table, column, order) => {
    const body = table.tBodies[0];
    const rows = [...body.rows];
    rows.forEach((row, place) => { row.dataset.place ??= place; });
    const sign = order === 'descending' ? -1 : 1;
    rows.sort((a, b) => compare(keyOf(a, column), keyOf(b, column), sign) ||
                        a.dataset.place - b.dataset.place);
    body.append(...rows);
    headersOf(table).forEach((header, i) => {
      if (i === column) header.setAttribute('aria-sort', order);
      else header.removeAttribute('aria-sort');
    });
  };

  const tables = [...document.querySelectorAll('table.sortable')];
  for (const table of tables) {
    headersOf(table).forEach((header, column) => {
      if (header.dataset.fixed !== undefined) return;
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...header.childNodes);
      header.append(button);
      button.addEventListener('click', () => {
        const first = header.dataset.first || 'ascending';
        const other = first === 'ascending' ? 'descending' : 'ascending';
        const order = header.getAttribute('aria-sort') === first ? other : first;
        sort(table, column, order);
        history.replaceState(null, '', `#sort=${table.id},${column},${order}`);
      });
    });
  }

  const wanted = /^#sort=([^,]+),(\d+),(ascending|descending)$/.exec(decodeURIComponent(location.hash));
  if (wanted) {
    const table = tables.find(candidate => candidate.id === wanted[1]);
    if (table && Number(wanted[2]) < headersOf(table).length) {
      sort(table, Number(wanted[2]), wanted[3]);
      table.scrollIntoView();
    }
  }

  if (location.hash === '#selftest') {
    let clicks = 0;
    const wrong = [];
    for (const table of tables) {
      const before = table.tBodies[0].rows.length;
      headersOf(table).forEach((header, column) => {
        const button = header.querySelector('button');
        if (!button) return;
        for (let turn = 0; turn < 2; ++turn) {
          button.click();
          ++clicks;
          const order = header.getAttribute('aria-sort');
          const sign = order === 'descending' ? -1 : 1;
          const keys = [...table.tBodies[0].rows].map(row => keyOf(row, column));
          const sorted = keys.every((key, i) => i === 0 || compare(keys[i - 1], key, sign) <= 0);
          const marked = headersOf(table).filter(other => other.hasAttribute('aria-sort')).length;
          if (!sorted || marked !== 1 || keys.length !== before) {
            wrong.push(`${table.id},${column},${order}`);
          }
        }
      });
    }
    page.dataset.fits = page.scrollWidth <= page.clientWidth ? 'yes' : `no: ${page.scrollWidth}`;
    page.dataset.selftest = wrong.length === 0 ? `${clicks} clicks, all sorted` : wrong.join(' ');
  }
})();
)js";

}  // namespace replaybench
