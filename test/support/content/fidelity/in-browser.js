// Run in a browser: what it shows of the content of a page (`text`), the same without what readers skip (`ownText`),
// and everything that the page says anywhere (`whole`).
(() => {
  const all = (root, selector) => [...root.querySelectorAll(selector)];
  const lengthOf = (text) => (text ?? '').replace(/\s+/g, '').length;
  const textOf = (elements) => elements.map(({ textContent }) => textContent).join('');
  const stayOnPage = (links) =>
    links.length > 1 && links.every((link) => (link.getAttribute('href') ?? '').startsWith('#'));
  for (const details of document.querySelectorAll('details')) details.open = true;
  const attributes = ['alt', 'title', 'aria-label', 'content', 'href', 'src'];
  const said = all(document, attributes.map((name) => `[${name}]`).join()).map((element) =>
    attributes.map((name) => element.getAttribute(name) ?? '').join(' '),
  );
  const whole = `${document.documentElement.textContent} ${said.join(' ')}`;
  const main = document.querySelector('main, [role=main]') ?? document.body;
  for (const link of all(main, 'a[rel~=prev], a[rel~=next], a[rel~=up]')) {
    const block = link.closest('p, li, td, tr, div, header');
    if (block !== null && block !== main && main.contains(block) && (block.textContent ?? '').length < 400)
      block.remove();
  }
  for (const block of all(main, 'p, div')) {
    const text = block.textContent ?? '';
    const links = all(block, 'a[href]');
    if (text.length < 400 && stayOnPage(links) && textOf(links).length > text.length / 2) block.remove();
  }
  const frame =
    'time, nav, .navheader, .navfooter, a[rel=prev], a[rel=next], [role=navigation], [role=banner], ' +
    '[role=contentinfo], [role=search], script, style, noscript, button, select, svg, form';
  for (const element of all(main, frame)) element.remove();
  if (main === document.body) for (const one of all(main, ':scope > header, :scope > footer')) one.remove();
  for (const list of all(main, 'ul, ol')) {
    const links = all(list, 'a');
    if (stayOnPage(links) && lengthOf(list.textContent) <= lengthOf(textOf(links)) * 1.3) list.remove();
  }
  const text = main.innerText;
  removeLineNumbers(main);
  removeRowsOfLinks(main);
  return { text, ownText: main.innerText, whole };

  /** Line numbers that stand in an element of their own, next to that of the code. */
  function removeLineNumbers(root) {
    const hasCode = (element) =>
      element !== null && (element.matches('pre') || element.querySelector('pre') !== null);
    for (const column of all(root, 'td, div, span')) {
      if (!/^[\d\s]+$/.test(column.textContent)) continue;
      const numbers = column.innerText.trim().split(/\s+/).map(Number);
      const isCounted = numbers.every((number, at) => number > 0 && number === numbers[0] + at);
      if (isCounted && (hasCode(column.nextElementSibling) || hasCode(column.previousElementSibling)))
        column.remove();
    }
  }

  /** Rows of links to places of the page, to its translations and to the pages that its head names, and paths above
      the first heading. */
  function removeRowsOfLinks(root) {
    const named = all(document.head, 'link[rel]').filter(({ rel }) =>
      /^(?:prev|next|up|home|start|index)$/.test(rel),
    );
    const neighbours = new Set(named.map(({ href }) => href));
    const staysNear = (link) => link.getAttribute('href').startsWith('#') || neighbours.has(link.href);
    const heading = root.querySelector('h1');
    for (const row of all(root, 'p, div, table, tr, td')) {
      const links = all(row, 'a[href]');
      const length = lengthOf(row.textContent);
      if (links.length < 2 || length >= 400) continue;
      const isNear = links.every(staysNear) && lengthOf(textOf(links)) * 2 > length;
      // The page itself is among them.
      const isTranslations = all(row, 'a[rel~=alternate][hreflang]').length >= Math.max(1, links.length - 1);
      if (isNear || isTranslations || (isAbove(row, heading) && hasOnlyLinks(row, links))) row.remove();
    }
  }

  function isAbove(row, heading) {
    if (heading === null || row.contains(heading)) return false;
    return (row.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  }

  function hasOnlyLinks(row, links) {
    const words = (text) => (text ?? '').match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    return words(row.textContent) === words(textOf(links));
  }
})();
