import type { HiddenSite } from './hidden-entries.js';
import type { Files } from './workspace.js';

/** What makes a built page hidden, as something in its head. */
const HIDDEN_PAGES: Readonly<Record<string, string>> = {
  robots: '<meta name="robots" content="noindex">',
  'robots-capitals': '<META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW">',
  'robots-none': '<meta name="robots" content="none">',
  googlebot: '<meta content="nofollow,noindex" name="googlebot">',
  ended: '<meta name="robots" content="max-snippet:9, unavailable_after: 2 Jul 2026 10:00:00 GMT">',
  'ended-header': '<meta http-equiv="X-Robots-Tag" content="unavailable_after: 2026-07-02">',
  'not-free':
    '<script type="application/ld+json">{"@type": "Article", "isAccessibleForFree": false}</script>',
  'not-free-text':
    '<script type="application/ld+json">{"@type": "Article", "isAccessibleForFree": "False"}</script>',
  'not-free-part':
    '<script type="application/ld+json">{"@type": "Article", "hasPart": {"isAccessibleForFree": false, "cssSelector": ".a"}}</script>',
  'not-free-broken':
    '<script type="application/ld+json">{"@type": "Article", "isAccessibleForFree": false,}</script>',
  conditions:
    '<script type="application/ld+json">{"@type": "Article", "conditionsOfAccess": "members only"}</script>',
  tier: '<meta property="article:content_tier" content="locked">',
  visibility: '<meta name="visibility" content="private">',
  'no-snippet': '<meta name="robots" content="nosnippet">',
  'ended-article': '<meta property="article:expiration_time" content="2026-07-02T09:00:00Z">',
  'future-date': '<meta property="article:published_time" content="2099-01-01T00:00:00Z">',
  'one-second-early': '<meta property="article:published_time" content="2026-07-02T10:00:01Z">',
};

/** What is no page of the site at all, by its place. */
const NO_PAGES: Readonly<Record<string, string>> = {
  'canary-redirect/index.html': '<meta http-equiv="refresh" content="0; url=/splicing/">',
  'canary-copy/index.html': '<link rel="canonical" href="https://harbour.example/splicing/">',
  'canary-encrypted/index.html': '<script>staticrypt.init()</script>',
  'canary-hexo/index.html': '<script id="hbeData" type="hbeData">4f2a</script>',
  'canary-form/index.html': '<script></script></head><body><form class="post-password-form"></form>',
  '404.html': '',
  'search/index.html': '',
  'page/2/index.html': '',
  'tags/canary/index.html': '',
  '.canary/index.html': '',
};

function page(title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head>
<body><header><nav><a href="/">Home</a></nav></header>
<main><article><h1>${title}</h1>${body}</article></main></body></html>
`;
}

function hiddenPage(kind: string, mark: string): string {
  const canary = (place: string) => `CANARY-${kind}-${place}`;
  const head = `<meta name="description" content="${canary('description')}"><meta name="author" content="${canary('author')} &lt;canary@example.com&gt;">
<meta property="article:tag" content="${canary('tag')}"><meta property="og:image" content="https://harbour.example/${canary('image')}.jpg">${mark}`;
  return page(
    canary('title'),
    head,
    `<p>${canary('body')} which goes on for a while, so that there is a text.</p>`,
  );
}

/** Built pages of a site, most of them hidden. */
export function htmlSite(): HiddenSite {
  const hidden = Object.entries(HIDDEN_PAGES).map(([kind, mark]): [string, string] => [
    `site/canary-${kind}/index.html`,
    hiddenPage(kind, mark),
  ]);
  const none = Object.entries(NO_PAGES).map(([path, mark]): [string, string] => [
    `site/${path}`,
    hiddenPage(path.replace(/\W+/g, '-'), mark),
  ]);
  const author = '<meta name="author" content="Mara Lindqvist &lt;canary-author@example.com&gt;">';
  const secrets = `<!-- CANARY-public-comment --><script>const token = 'CANARY-public-script';</script>
<template><p>CANARY-public-template</p></template><div hidden><p>CANARY-public-hidden</p></div>
<p data-nosnippet>CANARY-public-nosnippet</p><div class="members-only"><p>CANARY-public-members</p></div>
<p>Unlay three strands, then marry the ends.</p>`;
  const files: Files = {
    ...Object.fromEntries([...hidden, ...none]),
    'site/canary-piece.html': '<p>CANARY-piece</p>',
    'site/index.html': page('Harbour Notes', '', '<p>Tides and ropes, for whoever comes ashore.</p>'),
    'site/splicing/index.html': page('Splicing rope', author, secrets),
    'site/fr/noeuds/index.html': page('Nœuds marins', '', '<p>Trois torons, et de la patience.</p>'),
  };
  return {
    name: 'a built site',
    type: 'html',
    args: ['--source', 'site'],
    files,
    shown: ['Splicing rope', 'Unlay three strands', 'Nœuds marins', 'Mara Lindqvist'],
  };
}
