import { describe, expect, it } from 'vitest';
import { markdownOf, page, readSite, siteWith } from '../../../support/sources/html/read-site.js';

const body = (html: string, title = 'Tern: knots.h File Reference') =>
  readSite(siteWith({ 'knots.html': page(html, `<title>${title}</title>`) })).then(({ byFile }) => {
    const entry = byFile.get('knots.html');
    return { title: entry?.title, markdown: markdownOf(entry) };
  });

it('icons beside a heading that lead to its source are no text', async () => {
  const { markdown } = await body(
    '<h1>Knots</h1><h3 id="reef"><div>1.1 Reef</div><div><a href="https://code.example/edit/x#L3" title="Fix it here!"><span class="pencil"></span></a></div></h3><p>Ties.</p>',
    'Knots',
  );
  expect(markdown).toBe('### 1.1 Reef\n\nTies.');
});

it('the fields of rustdoc stand on lines of their own', async () => {
  const field = (name: string) => `<span class="structfield section-header"><code>${name}: Tea</code></span>`;
  const { markdown } = await body(`<h1>Pot</h1><h2>Fields</h2>${field('hot')}${field('cold')}`, 'Pot');
  expect(markdown).toBe('## Fields\n\n`hot: Tea`\n\n`cold: Tea`');
  const ofGtkDoc = '<p>guint32 <em class="structfield"><code>flags</code></em>;</p>';
  expect((await body(`<h1>Pot</h1>${ofGtkDoc}`, 'Pot')).markdown).toBe('guint32 *`flags`*;');
});

it('of the same words for large and for small screens, those for large ones are read', async () => {
  const twice = (small: string) =>
    `<div class="d-none d-md-block"><h2>Reef</h2><p>Ties two ropes.</p></div><div class="d-md-none"><h2>Reef</h2><p>${small}</p></div>`;
  expect((await body(`<h1>Knots</h1>${twice('Ties two ropes.')}`, 'Knots')).markdown).toBe(
    '## Reef\n\nTies two ropes.',
  );
  expect((await body(`<h1>Knots</h1>${twice('Ties one.')}`, 'Knots')).markdown).toContain('Ties one.');
});

it('the categories of Quarto are its tags', async () => {
  const { byFile } = await readSite(
    siteWith({
      'knots.html': page(
        '<h1>Knots</h1><div class="quarto-categories"><div class="quarto-category">rope work</div></div><p>Ties.</p>',
      ),
    }),
  );
  expect(byFile.get('knots.html')?.terms.map(({ name }) => name)).toEqual(['rope work']);
  expect(markdownOf(byFile.get('knots.html'))).toBe('Ties.');
});

it('the titles of an empty list of results, as HonKit writes them below the text, are no text', async () => {
  const title = (text: string) => `<h1 class="search-results-title">${text}"<span></span>"</h1>`;
  const results = `<div>${title('Results matching ')}<ul class="search-results-list"></ul></div>`;
  const { markdown } = await body(`<section><h1>Knots</h1><p>Ties.</p></section>${results}`, 'Knots');
  expect(markdown).toBe('Ties.');
});

it('the heading of the search box of Hugo Blox is the title of no page', async () => {
  const search = '<aside class="search-results"><h1>Search</h1></aside>';
  expect((await body(`${search}<main><p>Ties.</p></main>`, '')).title).toBe('Knots');
});

describe('Doxygen', () => {
  it('has its title in the header, and the name of the project above it', async () => {
    const { title, markdown } = await body(
      `<div class="navbar navbar-fixed-top"><div><ul><li>Docs<ul><li><a href="b.html">B</a></li></ul></li></ul></div></div><div id="top"><div id="titlearea"><div id="projectname">Tern</div></div></div><div class="header">
      <div class="headertitle"><div class="title">knots.h File Reference</div></div></div><div class="contents"><p>All knots.</p></div>`,
    );
    expect(title).toBe('knots.h File Reference');
    expect(markdown).toBe('All knots.');
  });

  it('has members without types, which are no contents of the page', async () => {
    const member = (name: string) =>
      `<tr class="memitem:${name}"><td class="memItemLeft">&#160;</td><td class="memItemRight"><a href="#${name}">${name}</a></td></tr>`;
    const { markdown } = await body(
      `<div class="headertitle"><div class="title">knots.h File Reference</div></div><table class="memberdecls">
      <tr class="heading"><td><h2>Public Attributes</h2></td></tr>${member('reef')}${member('bowline')}</table><h2 id="reef">reef</h2><p>Ties.</p>`,
    );
    expect(markdown).toMatch(/^## Public Attributes\n\n- \[reef\]\(#reef\)\n- \[bowline\]/);
  });

  it('has labels beside the title, and boxes that lead about', async () => {
    const { title, markdown } = await body(
      `<div id="nav-path" class="navpath"><ul><li>Tern</li></ul></div><div class="header"><div class="summary"><a href="#m">Members</a></div>
      <div class="headertitle"><div class="title">Rope Class<span class="mlabels"><span class="mlabel">abstract</span><span class="mlabel">final</span></span></div></div></div>
      <div class="directory"><div class="levels">[detail level <span>1</span><span>2</span>]</div><p>All knots.</p></div>`,
      'Tern: Rope Class',
    );
    expect(title).toBe('Rope Class (abstract, final)');
    expect(markdown).toBe('All knots.');
  });

  it('lists its members with their descriptions', async () => {
    const { markdown } = await body(
      `<div class="headertitle"><div class="title">knots.h File Reference</div></div><table class="memberdecls">
      <tr class="heading"><td colspan="2"><h2>Functions</h2></td></tr>
      <tr class="inherit_header"><td colspan="2"><img src="../closed.png" alt="-">&#160;Inherited</td></tr>
      <tr class="memitem:a1"><td class="memItemLeft">int&#160;</td><td class="memItemRight"><a href="knots.html#a1">tie</a> (int ends)</td></tr>
      <tr class="memdesc:a1"><td class="mdescLeft">&#160;</td><td class="mdescRight">Ties them.</td></tr>
      <tr class="separator:a1"><td class="memSeparator" colspan="2">&#160;</td></tr>
      <tr class="memitem:a2"><td class="memTemplParams" colspan="2">template&lt;class T &gt; </td></tr>
      <tr class="memitem:a2"><td class="memTemplItemLeft">void&#160;</td><td class="memTemplItemRight">cut (T rope)</td></tr>
      <tr class="memitem:a3"><td class="memTemplParams" colspan="2">template&lt;class T &gt; </td></tr>
      <tr class="memitem:a3 template"><td class="memItemLeft">void&#160;</td><td class="memItemRight">burn (T rope)</td></tr>
      </table>`,
    );
    expect(markdown).toBe(
      '## Functions\n\nInherited\n\n- int [tie](/knots.html#a1) (int ends)\\\n  Ties them.\n- template\\<class T > void cut (T rope)\n- template\\<class T > void burn (T rope)',
    );
  });
});

it('parameters of Dartdoc stand in their line, and its sidebars are no text', async () => {
  const { markdown } = await body(
    `<div id="dartdoc-sidebar-left" class="sidebar"><h5>Rope class</h5><ol><li>knots</li></ol></div><h1>tie <a class="feature feature-null-safety">Null safety</a></h1>
    <section class="multi-line-signature"><div><ol class="annotation-list"><li>@wet</li></ol></div>Knot tie(<wbr><ol class="parameter-list"><li>int ends, </li><li>bool wet</li></ol>)</section>`,
    'tie',
  );
  expect(markdown).toBe('@wet\n\nKnot tie(int ends, bool wet)');
});

it.each([
  [
    'AsciiDoctor',
    '<div class="details"><span id="revdate">2026-01-02</span></div><div class="colist arabic"><table><tr><td><b>1</b></td><td>Tie it.</td></tr><tr><td><b>2</b></td><td>Cut it.</td></tr></table></div><div id="footer"><div id="footer-text">Version 1</div></div>',
    '1. Tie it.\n2. Cut it.',
  ],
  ['Carrd', '<p><span class="p">Tie it.</span><span class="p">Cut it.</span></p>', 'Tie it.\n\nCut it.'],
  [
    'Mintlify',
    '<div><span data-as="p">Tie it.</span><span data-as="p">Cut it.</span></div>',
    'Tie it.\n\nCut it.',
  ],
  ['reveal.js', '<section><p>Tie it.</p><aside class="notes"><p>Smile.</p></aside></section>', 'Tie it.'],
])('parts of %s', async (_, html, expected) => {
  const { markdown } = await body(`<h1>Knots</h1>${html}`, 'Knots');
  expect(markdown).toBe(expected);
});

it('subtitle and author of R Markdown are lines, not headings', async () => {
  const { markdown } = await body(
    '<div id="header"><h1 class="title">Knots</h1><h3 class="subtitle">All of them</h3><h4 class="author">Ida Moe</h4><h4 class="date">2 January 2026</h4></div><p>Tie them.</p>',
    'Knots',
  );
  expect(markdown).toBe('All of them\n\nIda Moe\n\nTie them.');
});

it('the name of the source file that pkgdown hides is no text', async () => {
  const { markdown } = await body(
    '<div class="page-header"><h1>Knots</h1><div class="d-none name"><code>knots.Rd</code></div></div><p>All knots.</p>',
    'Knots',
  );
  expect(markdown).toBe('All knots.');
});

it('signatures of Dokka are code, with each annotation on its line, and its buttons are no text', async () => {
  const { markdown } = await body(
    `<div class="main-content"><div class="breadcrumbs"><a href="/">knots</a>/<a href="/a.html">Rope</a></div><h1>Rope</h1>
    <div class="symbol monospace"><div class="block"><div class="block">@<a href="/a.html">Wet</a></div><div class="block">@Long</div></div><span class="token">fun </span><a href="/b.html">tie</a>(ends: Int): <a href="/a.html">Knot</a>&lt;T&gt;<span class="top-right-position"><div class="copy-popup-wrapper"><span>Content copied to clipboard</span></div></span></div>
    <p>Ties them.</p></div>`,
    'Rope',
  );
  expect(markdown).toBe('```kotlin\n@Wet\n@Long\nfun tie(ends: Int): Knot<T>\n```\n\nTies them.');
});
