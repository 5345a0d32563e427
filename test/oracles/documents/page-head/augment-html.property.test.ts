import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5';
import { describe, expect, it } from 'vitest';
import { stripInsertions } from '../../../../src/content/html/insertions.js';
import { augmentHtml } from '../../../../src/documents/page-head/augment-html.js';
import { LLMS, WANTED } from '../../../support/documents/page-head/tags.js';

/** Pieces of which pages are made, right and wrong ones. */
const PIECES = [
  '<!doctype html>',
  '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">',
  '\ufeff',
  '<?xml version="1.0"?>',
  '<html lang=en>',
  '<HTML amp>',
  '<head>',
  '<HEAD profile="a>b">',
  '</head>',
  '</Head >',
  '<body>',
  '<body class=\'<head>\' data-x="</body>">',
  '</body>',
  '</html>',
  '<frameset>',
  '<meta charset=utf-8>',
  '<meta charset="iso-8859-1">',
  '<META NAME=Description CONTENT=short>',
  '<meta name="description" content="a > b">',
  '<meta name=description content="x --> y">',
  '<meta name="twitter:description" content="kept">',
  '<meta property="og:title" content="Theirs">',
  '<link rel=canonical href=/>',
  '<link rel="alternate stylesheet" href=a.css>',
  '<title>A </head> title</title>',
  '<title>never closed',
  '<script>if (a</b) "<!--<script>";</script>-->x</script>',
  '<script><!-- </script>',
  '<script>"</head><body>"</script>',
  '<script type="application/ld+json">{"@type":"Organization"}</script>',
  '<script type="application/ld+json">{"@type":["WebPage"]}</script>',
  '<style>body > a::before { content: "</head>" }</style>',
  '<noscript><link rel=x></noscript>',
  '<template><p></head></template>',
  '<template>',
  '<base href=/>',
  '<svg><title>In a picture</title></svg>',
  '<nav><a href=/>x</a></nav>',
  '<p>Text &amp; more',
  '</p>',
  '<textarea></body></textarea>',
  '<plaintext>',
  '<!-- a comment with <head> and <body> -->',
  '<!-->',
  '<!--->',
  '<!-- x --!>',
  '<!-- open',
  '<!weird>',
  '</>',
  '</ x>',
  '<a href=x',
  '<br/>',
  '</br>',
  '<',
  '<3',
  'ümläüt',
  'text',
  ' ',
  '\r\n',
  '\n\t',
  '\u0000',
  '<!--svc:head-->',
  '<!--/svc:head-->',
  '<!--svc:old x-->',
];

const page = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ maxLength: 6 })), {
    maxLength: 14,
  })
  .map((pieces) => Buffer.from(pieces.join(''), 'utf8'));

const runs = { numRuns: 3000 };

describe('any page', () => {
  it('comes out byte for byte when what was added is taken out again', () => {
    fc.assert(
      fc.property(page, (bytes) => {
        const { bytes: result } = augmentHtml(bytes, WANTED);
        const back = Buffer.from(stripInsertions(Buffer.from(result).toString('latin1')), 'latin1');
        const before = Buffer.from(stripInsertions(bytes.toString('latin1')), 'latin1');
        expect(back.equals(before)).toBe(true);
      }),
      runs,
    );
  });

  it('is the same after a second run', () => {
    fc.assert(
      fc.property(page, (bytes) => {
        const { bytes: once } = augmentHtml(bytes, WANTED);
        const { bytes: twice } = augmentHtml(once, WANTED);
        expect(Buffer.from(twice).equals(Buffer.from(once))).toBe(true);
      }),
      runs,
    );
  });

  it('gets the tags into its head and the sentence to the start of its body, as a browser reads it', () => {
    let seen = 0;
    fc.assert(
      fc.property(page, (bytes) => {
        fc.pre(!bytes.includes('svc:'));
        const { bytes: result, state } = augmentHtml(bytes, WANTED);
        if (state !== 'augmented') return;
        const tree = treeOf(Buffer.from(result));
        expect(childNames(tree.head)).toContain('describedby');
        if (tree.body === undefined) return;
        const text = Buffer.from(result).toString('utf8');
        if (!text.includes('<!--svc:body-->')) return;
        seen += 1;
        const first = tree.body.childNodes.find((node) => 'tagName' in node);
        expect(first && serialize(first as DefaultTreeAdapterTypes.Element)).toContain(LLMS);
      }),
      runs,
    );
    expect(seen).toBeGreaterThan(500);
  });

  it('keeps the tree that it had', () => {
    fc.assert(
      fc.property(page, (bytes) => {
        fc.pre(!bytes.includes('svc:'));
        const { bytes: result, state } = augmentHtml(bytes, { tags: WANTED.tags.slice(1), llmsUrl: LLMS });
        if (state !== 'augmented') return;
        expect(withoutOurs(Buffer.from(result))).toBe(withoutOurs(bytes));
      }),
      runs,
    );
  });
});

function treeOf(bytes: Buffer) {
  const document = parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
  const html = document.childNodes.find(
    (node) => node.nodeName === 'html',
  ) as DefaultTreeAdapterTypes.Element;
  const child = (name: string) =>
    html.childNodes.find((node) => node.nodeName === name) as DefaultTreeAdapterTypes.Element | undefined;
  return { document, head: child('head'), body: child('body') };
}

function childNames(head: DefaultTreeAdapterTypes.Element | undefined): readonly string[] {
  return (head?.childNodes ?? []).flatMap((node) =>
    'attrs' in node ? node.attrs.filter(({ name }) => name === 'rel').map(({ value }) => value) : [],
  );
}

/** The tree as HTML, without our pieces and without white space, which the parser moves. */
function withoutOurs(bytes: Buffer): string {
  const { document } = treeOf(bytes);
  return serialize(document)
    .replace(/<!--\/?svc:(?:head|body)-->/g, '')
    .replace(/<link [^>]*href="https:\/\/tea\.example[^>]*>/g, '')
    .replace(/<meta (?:property="og:title" content="Oolong"|name="twitter:card")[^>]*>/g, '')
    .replace(/<script type="application\/ld\+json">\{"@context"[\s\S]*?<\/script>/g, '')
    .replace(/<p style="position:absolute[\s\S]*?<\/p>/g, '')
    .replace(/\s+/g, '');
}
