// Run in a browser: what it shows of the content of a page, and everything that the page says anywhere.
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
  return { text: main.innerText, whole };
})();
