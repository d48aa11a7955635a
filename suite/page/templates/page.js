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

  // A form that shows some rows: those that have its words in their text, and its choices in their attributes. A form of
  // claims is about their table; a form of names about all tables, whose rows it finds by their names and the titles of
  // these. What it shows is in the address, after the form's heading: #claims?verdict=erratum&chapter=5
  const filters = [...document.querySelectorAll('form.filter')].map(form => {
    const byName = form.dataset.rows === 'names';
    const nameOf = row => row.cells[0].textContent;
    const rows = (byName ? tables : [document.getElementById(form.dataset.for)]).flatMap(table => [...table.tBodies[0].rows]);
    const texts = new Map(rows.map(row =>
      [row, (byName ? `${nameOf(row)} ${row.cells[0].title}` : row.textContent).toLowerCase()]));
    const things = list => byName ? new Set(list.map(nameOf)).size : list.length;
    const output = form.querySelector('output');
    const heading = document.getElementById(form.dataset.heading);
    const none = byName ? null : document.querySelector(`#${form.dataset.for} ~ p.none`);
    const choices = () => [...form.elements].filter(field => field.name);
    const matches = row => choices().every(field => {
      const wanted = field.value.trim().toLowerCase();
      if (field.name === 'text') return wanted.split(/\s+/).every(word => texts.get(row).includes(word));
      return wanted === '' || row.dataset[field.name].toLowerCase() === wanted;
    });
    const show = keep => {
      for (const row of rows) row.hidden = !matches(row);
      const shown = things(rows.filter(row => !row.hidden));
      output.textContent = `${shown} of ${things(rows)} ${form.dataset.rows}`;
      if (none) none.hidden = shown > 0;
      if (keep) return;
      const state = new URLSearchParams(choices().filter(field => field.value).map(field => [field.name, field.value]));
      history.replaceState(null, '', state.size > 0 ? `#${heading.id}?${state}` : `#${heading.id}`);
    };
    const set = values => {
      for (const field of choices()) field.value = values[field.name] ?? '';
    };
    form.hidden = false;
    form.addEventListener('submit', event => event.preventDefault());
    form.addEventListener('input', () => show());
    form.addEventListener('reset', () => setTimeout(show));
    const follow = () => {
      const [place, state] = location.hash.slice(1).split('?');
      if (place === heading.id && state) {
        set(Object.fromEntries(new URLSearchParams(state)));
        show();
        heading.scrollIntoView();
        return;
      }
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (target && target.closest('tr')?.hidden) {
        set({});
        show(true);
        target.scrollIntoView();
      }
    };
    show(true);
    addEventListener('hashchange', follow);
    follow();
    return {form, rows, nameOf, byName, set, show};
  });

  // Whether each filter shows what its choices say: counted from the attributes alone.
  const filtersAreRight = () => {
    const wrong = [];
    let tried = 0;
    const shown = rows => rows.filter(row => !row.hidden).length;
    for (const {form, rows, nameOf, byName, set, show} of filters) {
      for (const select of form.querySelectorAll('select')) {
        for (const {value} of select.options) {
          ++tried;
          set({[select.name]: value});
          show();
          const expected = rows.filter(row => value === '' || row.dataset[select.name] === value).length;
          if (shown(rows) !== expected || expected === 0) wrong.push(`${select.name}=${value}`);
        }
      }
      for (const row of rows.slice(0, 20)) {
        ++tried;
        set({text: byName ? nameOf(row) : `${row.querySelector('a.more').textContent} ${row.cells[5].textContent}`});
        show();
        if (row.hidden) wrong.push(row.id);
      }
      set({text: 'no row has this'});
      show();
      if (shown(rows) !== 0) wrong.push('text');
      set({});
      show();
      if (shown(rows) !== rows.length) wrong.push('none');
    }
    return wrong.length === 0 ? `${tried} filters, all right` : wrong.join(' ');
  };

  // A table within something closed opens it.
  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let element = target; element; element = element.parentElement) {
      if (element.tagName === 'DETAILS') element.open = true;
    }
  };
  addEventListener('hashchange', open);
  open();

  if (location.hash === '#selftest') {
    page.dataset.filters = filtersAreRight();
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
