import { expect, it } from 'vitest';
import { page, readOne, readSite, siteWith } from '../../../support/sources/html/read-site.js';

const described = (title: string, description: string, lang = 'en') =>
  page(
    `<main><h1>${title}</h1><p>${title} are read.</p></main>`,
    `<title>${title}</title><meta name="description" content="${description}">`,
    lang,
  );

it('a description that pages with different titles share belongs to none of them, except the front page', async () => {
  const root = siteWith({
    'index.html': described('Birds', 'A site'),
    'terns.html': described('Terns', 'A site'),
    'gulls.html': described('Gulls', 'Loud birds'),
    'skuas.html': described('Skuas', 'Large birds'),
    'old/skuas.html': described('Skuas', 'Large birds'),
    'de/skuas.html': described('Raubmöwen', 'Large birds', 'de'),
    'auks.html': described('Auks', 'Black and white'),
    'coots.html': described('Coots', 'Black and white'),
  });
  const { byFile } = await readSite(root);
  expect(Object.fromEntries([...byFile].map(([file, { description }]) => [file, description]))).toEqual({
    'index.html': 'A site',
    'terns.html': undefined,
    'gulls.html': 'Loud birds',
    'skuas.html': 'Large birds',
    'old/skuas.html': 'Large birds',
    'de/skuas.html': 'Large birds',
    'auks.html': undefined,
    'coots.html': undefined,
  });
});

it('a shared description in JSON-LD belongs to none of the pages either', async () => {
  const data =
    '<script type="application/ld+json">{"@type":"BlogPosting","description":"&lsquo;A site"}</script>';
  const of = (name: string) =>
    page(
      `<main><h1>${name}</h1><p>All about ${name}.</p></main>`,
      `<title>${name}</title><meta name="description" content="‘A site">${data}`,
    );
  const { entries } = await readSite(siteWith({ 'terns.html': of('Terns'), 'gulls.html': of('Gulls') }));
  expect(entries.map(({ description }) => description)).toEqual([undefined, undefined]);
});

it('a description that a generator has cut from the source of its page is none', async () => {
  const root = siteWith({
    'a.html': described('Birds', 'Gulls are loud. &lt;Badge text=&quot;new&quot; /&gt; Terns.'),
    'b.html': described('Terns', 'Terns dive. [!NOTE] They eat fish.'),
    'c.html': described('Auks', 'The &lt;Button&gt; of auks, &lt;Link /&gt; and [notes]'),
  });
  const { byFile } = await readSite(root);
  expect([...byFile.values()].map(({ description }) => description)).toEqual([
    undefined,
    undefined,
    'The &lt;Button&gt; of auks, &lt;Link /&gt; and [notes]',
  ]);
});

it('punctuation that a template has escaped twice is read, and signs of markup stay text', async () => {
  const root = siteWith({
    'index.html': described('Birds', 'Let&amp;rsquo;s see &amp;#8211; &amp;lt;b&amp;gt;'),
  });
  const { byFile } = await readSite(root);
  expect(byFile.get('index.html')?.description).toBe('Let’s see – &amp;lt;b&amp;gt;');
});

it('markup that a template has left in a description goes, but not an element that it is about', async () => {
  const root = siteWith({
    'index.html': described('Birds', '&lt;p&gt;Loud &lt;b&gt;gulls&lt;/b&gt;.&lt;/p&gt;'),
    'terns.html': described('Terns', 'The &lt;p&gt; element'),
  });
  const { byFile } = await readSite(root);
  expect(byFile.get('index.html')?.description).toBe('Loud gulls.');
  expect(byFile.get('terns.html')?.description).toBe('The &lt;p&gt; element');
});

it('what a template writes where it has no description is none', async () => {
  const declared = 'declaration: package: sea.ropes, class: Knot';
  const cut = 'The unsigned &lt;code&gt;&lt;a href=';
  const texts = [
    'None',
    'null',
    '{{ page.description }}',
    declared,
    'Bird 4',
    'Description',
    cut,
    'null and void',
  ];
  const pages = texts.map((text, at) => [`${at}.html`, described(`Bird ${at}`, text)] as const);
  const { byFile } = await readSite(siteWith(Object.fromEntries(pages)));
  expect(texts.map((_, at) => byFile.get(`${at}.html`)?.description).filter(Boolean)).toEqual([
    'null and void',
  ]);
});

it('has no ends of lines that a template has escaped, but paths', async () => {
  const entry = await readOne(described('Terns', 'Terns are birds.\\nThey fly. See C:\\new.\\nest'));
  expect(entry.description).toBe('Terns are birds. They fly. See C:\\new.\\nest');
});

it('a description has no copy of a part of the page that is held back', async () => {
  const text = (name: string) =>
    page(
      `<main><h1>${name}</h1><p>${name} are loud birds.</p><p class="members-only">They nest on the cliff.</p></main>`,
      `<title>${name}</title><meta name="description" content="${name} are loud birds. They nest on the cliff.">`,
    );
  const { byFile } = await readSite(siteWith({ 'index.html': text('Birds'), 'gulls.html': text('Gulls') }));
  expect(byFile.get('gulls.html')?.description).toBe('Gulls are loud birds.');
});
