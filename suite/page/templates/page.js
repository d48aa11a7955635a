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
