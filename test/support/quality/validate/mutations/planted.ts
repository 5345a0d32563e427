import { readFileSync } from 'node:fs';
import { writeFiles } from '../../../build/workspace.js';
import { BASE, type SiteCopy } from '../site.js';
import { ALIAS, CARD, DISCOVERY, KEYS, MCP, POSTS, SECURITY, SKILLS } from './mutation.js';

/** A fault in a folder that nothing but the finding tells of. */
export interface Planted {
  readonly what: string;
  /** Id of the rule that finds it. */
  readonly rule: string;
  /** Of the finding; empty for what is beside the folder, which the message then names. */
  readonly file: string;
  /** What the message has to say. */
  readonly says: RegExp;
  readonly now?: number;
  readonly break: (site: SiteCopy) => void;
}

const OPENAPI = '.well-known/openapi.json';
const PAGE = 'posts/oolong/index.html';
const TWIN = 'posts/oolong.md';
const ITEM = 'api/content/v1/posts/3.json';
const LIST = 'api/content/v1/posts/index.json';
const INDEX = 'api/index.json';

/** Swaps words of one length, so that no size tells of it. */
const swap = (file: string, from: string, to: string) => (site: SiteCopy) =>
  site.edit(file, (text) => text.replace(from, to));

/** The same at the last place where the words stand. */
const swapLast = (file: string, from: string, to: string) => (site: SiteCopy) =>
  site.edit(file, (text) => {
    const at = text.lastIndexOf(from);
    return text.slice(0, at) + to + text.slice(at + from.length);
  });

function editDeploy(site: SiteCopy, name: string, change: (text: string) => string): void {
  const before = readFileSync(`${site.cwd}/deploy/${name}`, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`nothing was changed in ${name}`);
  writeFiles(site.cwd, { [`deploy/${name}`]: after });
}

// biome-ignore lint/suspicious/noExplicitAny: documents as tests find them
function editRule(path: string, change: (rule: any) => void): (site: SiteCopy) => void {
  return (site) => site.editHeaders((headers) => change(ruleOf(headers, path)));
}

// biome-ignore lint/suspicious/noExplicitAny: documents as tests find them
function ruleOf(headers: any, path: string): any {
  const found = headers.rules.find((one: { path?: string; pattern?: string }) =>
    [one.path, one.pattern].includes(path),
  );
  if (found === undefined) throw new Error(`no rule for ${path}`);
  return found;
}

/** The site is that of a tea house with its pages, a sidecar, and rules for nginx and Netlify. */
export const planted: readonly Planted[] = [
  // References.
  {
    what: 'a dangling $ref of an operation',
    rule: 'references',
    file: OPENAPI,
    says: /#\/components\/schemas\/ContentItm.* has no target/,
    break: swap(OPENAPI, '#/components/schemas/ContentItem', '#/components/schemas/ContentItm'),
  },
  {
    what: 'a schema that operations refer to taken away',
    rule: 'references',
    file: OPENAPI,
    says: /#\/components\/schemas\/Error/,
    break: (s) => s.editJson(OPENAPI, (o) => delete o.components.schemas.Error),
  },
  // Rules of headers and hosts.
  {
    what: 'headers.json without nosniff for llms.txt',
    rule: 'headers',
    file: '',
    says: /headers\.json sends \/llms\.txt with X-Content-Type-Options: nothing/,
    break: editRule('/llms.txt', (rule) => delete rule.headers['X-Content-Type-Options']),
  },
  {
    what: 'headers.json with another type for the change feed',
    rule: 'headers',
    file: '',
    says: /\/svc-changes\.json with Content-Type: "text\/html"/,
    break: editRule('/svc-changes.json', (rule) => Object.assign(rule, { contentType: 'text/html' })),
  },
  {
    what: 'headers.json without CORS for twins',
    rule: 'headers',
    file: '',
    says: /\/\{\+path\}\.md with Access-Control-Allow-Origin: nothing/,
    break: editRule('/{+path}.md', (rule) => delete rule.headers['Access-Control-Allow-Origin']),
  },
  {
    what: 'headers.json that lets twins be stored',
    rule: 'built',
    file: '',
    says: /deploy\/headers\.json .* changed/,
    break: editRule('/{+path}.md', (rule) =>
      Object.assign(rule.headers, { 'Cache-Control': 'public, max-age=86400' }),
    ),
  },
  {
    what: 'headers.json with pages that vary by nothing',
    rule: 'built',
    file: '',
    says: /deploy\/headers\.json/,
    break: (s) => s.editHeaders((h) => Object.assign(h.pages.headers, { Vary: 'Cookie' })),
  },
  {
    what: 'headers.json with another redirect',
    rule: 'built',
    file: '',
    says: /deploy\/headers\.json/,
    break: (s) => s.editHeaders((h) => Object.assign(h.redirects[0], { to: 'https://else.example/' })),
  },
  {
    what: 'rules of nginx that let every method through',
    rule: 'built',
    file: '',
    says: /deploy\/nginx\.http\.conf/,
    break: (s) => editDeploy(s, 'nginx.http.conf', (text) => text.replace('default 1;', 'default "";')),
  },
  {
    what: 'rules of nginx cut off',
    rule: 'built',
    file: '',
    says: /deploy\/nginx\.server\.conf/,
    break: (s) => editDeploy(s, 'nginx.server.conf', (text) => text.slice(0, -200)),
  },
  {
    what: 'rules of Netlify with a header less',
    rule: 'built',
    file: '_headers',
    says: /changed/,
    break: (s) => s.edit('_headers', (text) => text.replace(/ *Access-Control-Allow-Origin: \*\n/, '')),
  },
  // Pages.
  {
    what: 'structured data cut off',
    rule: 'pages',
    file: PAGE,
    says: /JSON-LD\) isn't JSON/,
    break: (s) => s.edit(PAGE, (text) => text.replace(/.{5}(<\/script>)/, '$1')),
  },
  {
    what: 'a title that ends the script of structured data',
    rule: 'pages',
    file: PAGE,
    says: /JSON-LD\) isn't JSON/,
    break: (s) => s.edit(PAGE, (text) => text.replace(/("headline":")/, '$1</script>')),
  },
  {
    what: 'structured data of another page',
    rule: 'pages',
    file: PAGE,
    says: /describes https:\/\/tea\.example\/about\/; expected https:\/\/tea\.example\/posts\/oolong\//,
    break: (s) => s.edit(PAGE, (text) => text.replace(/("mainEntityOfPage":")[^"]*/, `$1${BASE}/about/`)),
  },
  {
    what: 'structured data of a page that is not there',
    rule: 'pages',
    file: PAGE,
    says: /woolong/,
    break: (s) => s.edit(PAGE, (text) => text.replace(/("url":")[^"]*oolong\//, `$1${BASE}/posts/woolong/`)),
  },
  {
    what: 'a canonical address of another page',
    rule: 'pages',
    file: PAGE,
    says: /canonical address https:\/\/tea\.example\/posts\/oolong\/, found https:\/\/tea\.example\/about\//,
    break: (s) =>
      s.edit(PAGE, (text) => text.replace(/(rel="canonical"[^>]*href=")[^"]*/, `$1${BASE}/about/`)),
  },
  {
    what: 'no canonical address',
    rule: 'pages',
    file: PAGE,
    says: /found none/,
    break: (s) => s.edit(PAGE, (text) => text.replace(/<link rel="canonical"[^>]*>/, '')),
  },
  {
    what: 'a page that does not name its twin',
    rule: 'pages',
    file: PAGE,
    says: /rel="alternate" to the twin https:\/\/tea\.example\/posts\/oolong\.md/,
    break: (s) =>
      s.edit(PAGE, (text) => text.replace(/<link rel="alternate" type="text\/markdown"[^>]*>/, '')),
  },
  {
    what: 'a page that names a twin which is not there',
    rule: 'pages',
    file: PAGE,
    says: /no file at .*woolong\.md/,
    break: (s) =>
      s.edit(PAGE, (text) =>
        text.replace(/(type="text\/markdown" href=")[^"]*/, `$1${BASE}/posts/woolong.md`),
      ),
  },
  {
    what: 'a page that leads to an index which is not there',
    rule: 'pages',
    file: 'about/index.html',
    says: /no file at .*llm\.txt/,
    break: (s) =>
      s.edit('about/index.html', (text) => text.replace(`href="${BASE}/llms.txt`, `href="${BASE}/llm.txt`)),
  },
  {
    what: 'a script that never ends',
    rule: 'pages',
    file: PAGE,
    says: /never ends/,
    break: (s) => s.edit(PAGE, (text) => text.replaceAll('</script>', '')),
  },
  {
    what: 'a page that is not there',
    rule: 'manifest',
    file: PAGE,
    says: /missing/,
    break: (s) => s.remove(PAGE),
  },
  // Twins.
  {
    what: 'a word of a twin exchanged',
    rule: 'full-text',
    file: TWIN,
    says: /twin/,
    break: swapLast(TWIN, 'Roll, rest', 'Boil, rest'),
  },
  {
    what: 'a word of a twin exchanged, and in llms-full.txt too',
    rule: 'built',
    file: TWIN,
    says: /has changed since the build/,
    break: (s) => {
      swapLast(TWIN, 'Roll, rest', 'Boil, rest')(s);
      swapLast('llms-full.txt', 'Roll, rest', 'Boil, rest')(s);
    },
  },
  {
    what: 'a word of the description of a twin exchanged',
    rule: 'pages',
    file: PAGE,
    says: /description "Roll.*posts\/oolong\.md has "Boil/,
    break: swap(TWIN, 'description: "Roll', 'description: "Boil'),
  },
  {
    what: 'another tag of a twin',
    rule: 'pages',
    file: PAGE,
    says: /posts\/oolong\.md disagree on the topic "oolong"/,
    break: swap(TWIN, 'tags: ["oolong', 'tags: ["assam'),
  },
  {
    what: 'a twin with a line more',
    rule: 'full-text',
    file: TWIN,
    says: /twin/,
    break: (s) => s.edit(TWIN, (text) => `${text}\nAnd a line more.\n`),
  },
  {
    what: 'a twin with another heading',
    rule: 'full-text',
    file: TWIN,
    says: /twin/,
    break: swap(TWIN, '# Oolong, slowly', '# Oolong, sloppy'),
  },
  {
    what: 'a twin with another title in its front matter',
    rule: 'read-api',
    file: ITEM,
    says: /twin posts\/oolong\.md has "Oolong, sloppy"/,
    break: swap(TWIN, 'title: "Oolong, slowly"', 'title: "Oolong, sloppy"'),
  },
  {
    what: 'a twin of another day',
    rule: 'read-api',
    file: ITEM,
    says: /posts\/oolong\.md has 2025/,
    break: (s) => s.edit(TWIN, (text) => text.replace(/last_updated: "2026/, 'last_updated: "2025')),
  },
  {
    what: 'a twin that is not there',
    rule: 'manifest',
    file: TWIN,
    says: /missing/,
    break: (s) => s.remove(TWIN),
  },
  {
    what: 'a front page in Markdown of another build',
    rule: 'built',
    file: 'index.md',
    says: /changed/,
    break: (s) => s.edit('index.md', (text) => text.replace('patience', 'patients')),
  },
  // Totals and lists.
  {
    what: 'a wrong total in the read API',
    rule: 'read-api',
    file: INDEX,
    says: /3 entries of the type "post", but "total" is 4/,
    break: (s) =>
      s.editJson(INDEX, (i) =>
        Object.assign(
          i.collections.find((one: { type: string }) => one.type === 'post'),
          { total: 4 },
        ),
      ),
  },
  {
    what: 'a wrong number of pages in the read API',
    rule: 'read-api',
    file: INDEX,
    says: /Expected 1 pages, found 2/,
    break: (s) => s.editJson(INDEX, (i) => Object.assign(i.collections[0], { pages: 2 })),
  },
  {
    what: 'an item that differs from its list',
    rule: 'read-api',
    file: LIST,
    says: /differs from api\/content\/v1\/posts\/3\.json/,
    break: swap(ITEM, 'Roll, rest', 'Boil, rest'),
  },
  {
    what: 'an item of another page',
    rule: 'read-api',
    file: ITEM,
    says: /Expected the address https:\/\/tea\.example\/posts\/oolong\//,
    break: (s) => s.editJson(ITEM, (i) => Object.assign(i, { link: `${BASE}/about/` })),
  },
  {
    what: 'an item with the address of another',
    rule: 'read-api',
    file: ITEM,
    says: /Expected the address of this item/,
    break: (s) =>
      s.editJson(ITEM, (i) => Object.assign(i._links.self, { href: `${BASE}/api/content/v1/posts/4` })),
  },
  {
    what: 'llms.txt with a line less',
    rule: 'built',
    file: 'llms.txt',
    says: /changed/,
    break: (s) => s.edit('llms.txt', (text) => text.replace(/- \[Oolong.*\n/, '')),
  },
  {
    what: 'llms-full.txt cut off',
    rule: 'built',
    file: 'llms-full.txt',
    says: /changed/,
    break: (s) => s.edit('llms-full.txt', (text) => text.slice(0, -30)),
  },
  {
    what: 'sitemap.md with a line less',
    rule: 'built',
    file: 'sitemap.md',
    says: /changed/,
    break: (s) => s.edit('sitemap.md', (text) => text.replace(/- \[Oolong.*\n/, '')),
  },
  {
    what: 'a sitemap with another date',
    rule: 'built',
    file: POSTS,
    says: /changed/,
    break: (s) => s.edit(POSTS, (text) => text.replace(/<lastmod>2026/, '<lastmod>2025')),
  },
  {
    what: 'a sitemap with a page less',
    rule: 'built',
    file: POSTS,
    says: /changed/,
    break: (s) => s.edit(POSTS, (text) => text.replace(/<url>[\s\S]*?<\/url>/, '')),
  },
  {
    what: 'a sitemap with a page of another host',
    rule: 'sitemap',
    file: POSTS,
    says: /isn't on this site/,
    break: (s) => s.edit(POSTS, (text) => text.replace(`${BASE}/posts/`, 'https://else.example/posts/')),
  },
  {
    what: 'a feed with another title',
    rule: 'built',
    file: 'feed.xml',
    says: /changed/,
    break: swap('feed.xml', 'Oolong, slowly', 'Oolong, sloppy'),
  },
  {
    what: 'a change feed with another title',
    rule: 'built',
    file: 'svc-changes.json',
    says: /changed/,
    break: swap('svc-changes.json', 'Oolong, slowly', 'Oolong, sloppy'),
  },
  {
    what: 'a change feed with a wrong count',
    rule: 'changes',
    file: 'svc-changes.json',
    says: /"count" is 99/,
    break: (s) => s.edit('svc-changes.json', (text) => text.replace(/"count":\d+/, '"count":99')),
  },
  // Rules, promises and trust.
  {
    what: 'robots.txt that lets everything be trained on',
    rule: 'built',
    file: 'robots.txt',
    says: /changed/,
    break: (s) => s.edit('robots.txt', (text) => text.replace(/ai-train=no/, 'ai-train=yes')),
  },
  {
    what: 'robots.txt with a rule less',
    rule: 'built',
    file: 'robots.txt',
    says: /changed/,
    break: (s) => s.edit('robots.txt', (text) => text.replace(/^Disallow:.*\n/m, '')),
  },
  {
    what: 'another contact in security.txt',
    rule: 'built',
    file: SECURITY,
    says: /changed/,
    break: swap(SECURITY, 'mailto:mia@', 'mailto:max@'),
  },
  {
    what: 'security.txt that has expired',
    rule: 'security-txt',
    file: SECURITY,
    says: /expired/,
    break: (s) => s.edit(SECURITY, (text) => text.replace(/Expires: \d{4}/, 'Expires: 2020')),
  },
  {
    what: 'a reservation for a part of the site',
    rule: 'built',
    file: '.well-known/tdmrep.json',
    says: /changed/,
    break: swap('.well-known/tdmrep.json', '"location":"/"', '"location":"/posts/"'),
  },
  {
    what: 'the guide to signing in with another text',
    rule: 'built',
    file: 'auth.md',
    says: /changed/,
    break: (s) => s.edit('auth.md', (text) => `${text}\nTry again later.\n`),
  },
  {
    what: 'a schema with other words',
    rule: 'built',
    file: 'schemas/discovery/1.0/discovery.schema.json',
    says: /changed/,
    break: (s) => s.edit('schemas/discovery/1.0/discovery.schema.json', (text) => `${text}\n`),
  },
  {
    what: 'discovery.json that names a file which is not there',
    rule: 'links',
    file: DISCOVERY,
    says: /no file at .*llm\.txt/,
    break: swap(DISCOVERY, '/llms.txt"', '/llm.txt"'),
  },
  {
    what: 'an agent card with a byte order mark',
    rule: 'encoding',
    file: CARD,
    says: /byte order mark/,
    break: (s) => s.edit(CARD, (text) => `\ufeff${text}`),
  },
  {
    what: 'mcp.json cut off',
    rule: 'json',
    file: MCP,
    says: /stops being JSON/,
    break: (s) => s.edit(MCP, (text) => text.slice(0, 40)),
  },
  {
    what: 'another agent card under the older name',
    rule: 'aliases',
    file: ALIAS,
    says: /bytes differ/,
    break: (s) => s.edit(ALIAS, (text) => text.replace('{', '{ ')),
  },
  {
    what: 'a skill with the digest of another text',
    rule: 'skills',
    file: SKILLS,
    says: /digest of/,
    break: (s) =>
      s.editJson(SKILLS, (i) => Object.assign(i.skills[0], { digest: `sha256:${'0'.repeat(64)}` })),
  },
  {
    what: 'a key that nothing was signed with',
    rule: 'signatures',
    file: DISCOVERY,
    says: /signature is invalid/,
    break: (s) =>
      s.editJson(KEYS, (k) => Object.assign(k.keys[0], { x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' })),
  },
];
