// The search: words that all must occur in a page's title or text. The index is read when it is first needed.
(() => {
  'use strict';
  const page = document.documentElement;
  const root = page.dataset.root;
  const form = document.querySelector('form.find');
  const input = document.getElementById('find');
  const found = document.getElementById('found');
  const list = found.querySelector('ol');
  const output = found.querySelector('output');
  const most = 30;

  let index = null;
  const withIndex = then => {
    if (index) return then();
    if (window.searchIndex) {
      index = window.searchIndex.map(([title, kind, address, text]) =>
        ({title, kind, address, text, name: title.toLowerCase(), bare: title.toLowerCase().replaceAll('_', ''),
          all: `${title} ${title.replaceAll('_', '')} ${kind} ${text}`.toLowerCase()}));
      return then();
    }
    const script = document.createElement('script');
    script.src = `${root}search_index.js`;
    script.addEventListener('load', () => withIndex(then));
    script.addEventListener('error', () => { output.textContent = 'The search index is missing.'; });
    document.head.append(script);
  };

  const places = {term: 5, page: 4, study: 3, section: 2, claim: 0};
  const scoreOf = (entry, words, query) => {
    let score = places[entry.kind] ?? 15;  // a component
    if (entry.name === query || entry.bare === query) score += 100;
    if (entry.kind !== 'claim' && entry.name.startsWith(query)) score += 20;
    for (const word of words) {
      if (!entry.all.includes(word)) return 0;
      if (entry.name.split(/[^a-z0-9]+/).includes(word)) score += 8;
      else if (entry.name.includes(word)) score += 4;
    }
    return score + 1;
  };

  // The text around the first word that is found, with all of them marked.
  const marked = (text, words) => {
    const small = text.toLowerCase();
    const first = Math.min(...words.map(word => small.indexOf(word)).filter(at => at >= 0), text.length);
    const begin = first > 60 && first < text.length ? text.indexOf(' ', first - 60) + 1 : 0;
    const piece = text.slice(begin, begin + 180);
    const element = document.createElement('span');
    element.className = 'snippet';
    const pattern = new RegExp(`(${words.map(word => word.replace(/[^a-z0-9]/g, '\\$&')).join('|')})`, 'gi');
    for (const part of `${begin > 0 ? '… ' : ''}${piece}${begin + 180 < text.length ? ' …' : ''}`.split(pattern)) {
      const node = words.includes(part.toLowerCase()) ? document.createElement('mark') : document.createElement('span');
      node.textContent = part;
      element.append(node);
    }
    return element;
  };

  const show = () => withIndex(() => {
    const query = input.value.trim().toLowerCase();
    const words = query.split(/\s+/).filter(word => word);
    list.replaceChildren();
    found.hidden = words.length === 0;
    if (words.length === 0) {
      output.textContent = '';
      return;
    }
    const hits = index.map((entry, place) => ({entry, place, score: scoreOf(entry, words, query)}))
      .filter(hit => hit.score > 0).sort((a, b) => b.score - a.score || a.place - b.place);
    output.textContent = hits.length === 0 ? 'Nothing found.'
      : hits.length > most ? `The best ${most} of ${hits.length} results` : `${hits.length} result${hits.length === 1 ? '' : 's'}`;
    for (const {entry} of hits.slice(0, most)) {
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = root + entry.address;
      link.textContent = entry.title;
      const kind = document.createElement('span');
      kind.className = 'minor';
      kind.textContent = ` ${entry.kind}`;
      item.append(link, kind, marked(entry.text, words));
      list.append(item);
    }
  });

  form.hidden = false;
  form.addEventListener('submit', event => {
    event.preventDefault();
    list.querySelector('a')?.click();
  });
  input.addEventListener('focus', () => withIndex(() => {}));
  input.addEventListener('input', show);
  // "/" to the search, arrows through what is found, Escape back.
  addEventListener('keydown', event => {
    const links = [...list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement);
    const inSearch = document.activeElement === input || at >= 0;
    if (event.key === '/' && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      input.focus();
    } else if (event.key === 'Escape' && inSearch) {
      input.value = '';
      show();
      input.focus();
    } else if (event.key === 'ArrowDown' && inSearch && at + 1 < links.length) {
      event.preventDefault();
      links[at + 1].focus();
    } else if (event.key === 'ArrowUp' && at >= 0) {
      event.preventDefault();
      (links[at - 1] ?? input).focus();
    }
  });

  const wanted = /^#search=(.*)$/.exec(location.hash);
  if (wanted) {
    input.value = decodeURIComponent(wanted[1]);
    show();
  }
})();
