import { describe, expect, it } from 'vitest';
import { stripInsertions } from '../../../../src/content/html/insertions.js';
import { augmentHtml } from '../../../../src/documents/page-head/augment-html.js';
import type { HeadTag } from '../../../../src/documents/page-head/head.js';
import { LLMS, TAGS, WANTED } from '../../../support/documents/page-head/tags.js';

function augment(
  html: string | Buffer,
  tags: readonly HeadTag[] = TAGS,
  llmsUrl: string | undefined = LLMS,
): string {
  return Buffer.from(augmentHtml(Buffer.from(html), { tags, llmsUrl }).bytes).toString('utf8');
}

const PAGE =
  '<!doctype html>\r\n<html>\r\n<head>\r\n<meta charset="utf-8">\r\n<title>Old</title>\r\n</head>\r\n<body>\r\n<p>x</p>\r\n</body></html>';

describe('a page', () => {
  it('gets its tags at the end of its head and the sentence at the start of its body', () => {
    expect(augment(PAGE)).toBe(
      PAGE.replace(
        '</head>',
        `<!--svc:head-->
<meta name="description" content="Leaves &amp; &quot;water&quot; &lt;in&gt; Zürich">
<link rel="canonical" href="https://tea.example/oolong/">
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebSite","name":"Té \\u003c/script> Notes"},{"@type":"Person","name":"Mia"},{"@type":"BlogPosting","headline":"Oolong"},{"@type":"BreadcrumbList"}]}</script>
<link rel="describedby" type="text/plain" href="https://tea.example/llms.txt">
<link rel="alternate" type="text/markdown" href="https://tea.example/oolong.md">
<meta property="og:title" content="Oolong">
<meta name="twitter:card" content="summary">
<!--/svc:head--></head>`,
      ).replace(
        '<body>',
        '<body><!--svc:body--><p style="position:absolute;width:1px;height:1px;margin:-1px;padding:0;border:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap">An index of this site for language models is at <a href="https://tea.example/llms.txt" tabindex="-1">/llms.txt</a>.</p><!--/svc:body-->',
      ),
    );
  });

  it('follows the settings: what changes is exchanged, what is switched off goes', () => {
    const once = augment(PAGE);
    const fewer = augment(once, TAGS.slice(0, 2));
    expect(fewer).toContain('rel="canonical"');
    expect(fewer).not.toContain('og:title');
    expect(augment(fewer, [], undefined)).toBe(augment(PAGE, [], undefined));
    expect(augmentHtml(Buffer.from(fewer), { tags: [], llmsUrl: undefined }).bytes).toEqual(
      Buffer.from(PAGE),
    );
  });

  it('loads a script of the service, once however often it is built', () => {
    const tags: HeadTag[] = [...TAGS, { tag: 'script', src: '/svc-webmcp.js' }];
    const once = augment(PAGE, tags);
    expect(once).toContain('<script src="/svc-webmcp.js" defer></script>\n<!--/svc:head-->');
    expect(augment(once, tags)).toBe(once);
    expect(augment(once)).toBe(augment(PAGE));
  });

  it('names its translations, unless it names any itself', () => {
    const tag = {
      tag: 'link',
      rel: 'alternate',
      hreflang: 'fr',
      href: 'https://tea.example/fr/',
      yields: 'same',
    };
    const link = '<link rel="alternate" hreflang="fr" href="https://tea.example/fr/">';
    const tags = [...TAGS, tag as HeadTag];
    expect(augment(PAGE, tags)).toContain(link);
    expect(augment(augment(PAGE, tags), tags)).toBe(augment(PAGE, tags));
    // A twin and a feed are no translations.
    const others =
      '<link rel=alternate type="text/markdown" href=/x.md><link rel=alternate type="application/rss+xml">';
    expect(augment(PAGE.replace('</head>', `${others}</head>`), tags)).toContain(link);
    const own = '<link hreflang=de rel="Alternate" href="/de/">';
    expect(augment(PAGE.replace('</head>', `${own}</head>`), tags)).not.toContain(link);
  });

  it.each([
    ['a canonical address', '<link rel="CANONICAL" href="/x">', 'rel="canonical"'],
    ['an index link', '<link href=/l rel="x describedby">', 'rel="describedby"'],
    ['a twin', '<link rel=alternate type="text/markdown" href=/x.md>', 'type="text/markdown"'],
    ['any card', '<meta property="og:image" content="i.png">', 'property="og:title"'],
    ['a card for X', '<meta name="twitter:card" content="player">', 'content="summary"'],
    [
      'a description of its article',
      '<script type="application/ld+json">{"@graph":[{"@type":"NewsArticle"}]}</script>',
      '"BreadcrumbList"',
    ],
  ])('that has %s keeps it and gets none', (_, tag, ours) => {
    expect(augment(PAGE)).toContain(ours);
    const result = augment(PAGE.replace('</head>', `${tag}</head>`));
    expect(result.replace(tag, '')).not.toContain(ours);
    expect(stripInsertions(result)).toBe(PAGE.replace('</head>', `${tag}</head>`));
  });

  it.each([
    ['application/rss+xml', false],
    ['application/atom+xml', false],
    ['application/json', true],
  ])('that links a feed of the type %s gets one of ours: %s', (type, isAdded) => {
    const ours = '<link rel="alternate" type="application/rss+xml" href="https://tea.example/feed.xml">';
    const tag: HeadTag = {
      tag: 'link',
      rel: 'alternate',
      href: 'https://tea.example/feed.xml',
      type: 'application/rss+xml',
      yields: 'same',
    };
    const page = PAGE.replace('</head>', `<link rel=alternate type="${type}" href=/own></head>`);
    expect(augment(page, [...TAGS, tag]).includes(ours)).toBe(isAdded);
  });

  it('that states its way gets the rest of the graph, and its author stays named', () => {
    const tag =
      '<script type="application/ld+json">[{"@type":"BreadcrumbList"},{"@type":"Organization"}]</script>';
    const result = augment(PAGE.replace('<p>', `${tag}<p>`));
    expect(result).toContain('"BlogPosting"');
    expect(result).toContain('"name":"Mia"');
    expect(result.replace(tag, '')).not.toContain('"BreadcrumbList"');
  });

  it.each([
    ['double quotes', '<meta name="description" content="theirs">'],
    ['no quotes, odd case', '<META CONTENT=theirs NAME=Description />'],
    ['a sign of its own end', "<meta content='a > b' name='description'>"],
  ])('has its description replaced: %s', (_, tag) => {
    const page = PAGE.replace('</head>', `<meta name="twitter:description" content="kept">${tag}</head>`);
    const result = augment(page);
    expect(result).toContain(`<!--svc:new--><meta name="description" content="Leaves &amp;`);
    expect(result).toContain(`<!--svc:old ${tag}-->`);
    expect(result).toContain('<meta name="twitter:description" content="kept">');
    expect(stripInsertions(result)).toBe(page);
    expect(augment(page, TAGS.slice(1))).toContain(`content="kept">${tag}`);
  });

  it('keeps a description that could not be put away, and one that says the same', () => {
    const odd = PAGE.replace('</head>', '<meta name=description content="a --> b"></head>');
    expect(augment(odd)).not.toContain('svc:new');
    const same = PAGE.replace(
      '</head>',
      '<meta name=description content="Leaves &amp; &quot;water&quot; &lt;in> Zürich"></head>',
    );
    expect(augment(same)).not.toContain('svc:new');
    expect(augment(same).match(/Leaves/g)).toHaveLength(1);
  });

  it('has the part of its title exchanged that is the entry’s', () => {
    const tag: HeadTag = {
      tag: 'title',
      text: 'Best oolong – Tea Notes',
      part: { from: 'Old', to: 'Best $& oolong' },
    };
    const page = PAGE.replace('<title>Old</title>', '<TITLE>Old &mdash; Tea</TITLE>');
    const result = augment(page, [tag]);
    expect(result).toContain(
      '<title>Best $&amp; oolong — Tea</title><!--svc:old <TITLE>Old &mdash; Tea</TITLE>-->',
    );
    expect(augment(result, [tag])).toBe(result);
    expect(augment(PAGE.replace('Old', 'Other'), [tag])).toContain('<title>Best oolong – Tea Notes</title>');
    expect(augment(PAGE.replace('<title>Old</title>', ''), [tag])).toContain(
      '<title>Best oolong – Tea Notes</title>',
    );
  });

  it.each([
    ['noindex', '<meta name=robots content="follow, NOINDEX">'],
    ['noindex', '<meta name="googlebot" content="none">'],
    ['noindex', '<meta name="bingbot" content="noindex">'],
    ['noindex', '<img src="/x.png"><meta name="robots" content="noindex">'],
    ['redirect', '<meta http-equiv="Refresh" content="0; url=/new/">'],
  ])('that is for nobody is left alone: %s', (state, tag) => {
    const page = Buffer.from(PAGE.replace('</head>', `${tag}</head>`));
    expect(augmentHtml(page, WANTED)).toEqual({ bytes: page, state });
    const before = augment(PAGE).replace('</title>', `</title>${tag}`);
    expect(Buffer.from(augmentHtml(Buffer.from(before), WANTED).bytes).toString()).not.toContain('svc:');
  });

  it('may have no tags at all, an SVG with a title, AMP, or a byte order mark', () => {
    expect(augment('Hello')).toMatch(
      /^<!--svc:head-->[\s\S]*<!--\/svc:head--><!--svc:body-->.*<!--\/svc:body-->Hello$/,
    );
    const drawn = '\ufeff<html amp><svg><title>Not this</title></svg>';
    const tag: HeadTag = { tag: 'title', text: 'Mine', part: { from: 'Not this', to: 'Mine' } };
    expect(augment(drawn, [tag])).toContain('<title>Not this</title></svg>');
    expect(augment(drawn)).toMatch(/^\ufeff<html amp><!--svc:head-->/);
  });

  it('in another encoding gets ASCII only; UTF-16 is left as it is', () => {
    const latin = Buffer.from('<meta charset="iso-8859-1"><title>Tee für zwei</title><p>ü', 'latin1');
    const { bytes } = augmentHtml(latin, WANTED);
    const text = Buffer.from(bytes).toString('latin1');
    expect(text).toContain('Z&#xfc;rich');
    expect(text).toContain('T\\u00e9');
    expect(Buffer.from(stripInsertions(text), 'latin1')).toEqual(latin);
    const wide = Buffer.from('\ufeff<p>x', 'utf16le');
    expect(augmentHtml(wide, WANTED)).toEqual({ bytes: wide, state: 'encoding' });
  });

  it('that links the index in its body gets no second link', () => {
    expect(augment(PAGE.replace('<p>', '<p><a href="/llms.txt">Index</a>'))).not.toContain('svc:body');
  });

  it('that quotes our marks is not harmed', () => {
    const page = PAGE.replace('<head>', '<head><!--svc:head-->');
    expect(augmentHtml(Buffer.from(page), WANTED)).toMatchObject({
      state: 'refused',
      bytes: Buffer.from(page),
    });
  });
});
