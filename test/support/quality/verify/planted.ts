import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { headerOf, type Tamper, withHeader, withText } from './site.js';
import { type Request, type Served, served } from './static-deployment.js';

/** A fault of a live site that `svc verify` has to find. */
export interface PlantedFault {
  readonly what: string;
  readonly tamper: Tamper;
  /** Id of the check that fails. */
  readonly check: string;
  readonly says: RegExp;
  /** Path of an address that the finding names. */
  readonly at: string;
}

const PAGE = '/posts/e-flat/';
const TWIN = '/posts/e-flat.md';
const ITEM = '/api/content/v1/posts/3';
const LIST = '/api/content/v1/posts';
const JSON_TYPE = { 'Content-Type': 'application/json; charset=UTF-8' };

const pathOf = ({ url }: Request) => url.split('?', 1)[0] ?? '';

function at(path: string | RegExp, change: (answer: Served) => Served): Tamper {
  return (request, answer) => {
    const isMeant = typeof path === 'string' ? pathOf(request) === path : path.test(pathOf(request));
    return isMeant && request.method !== 'OPTIONS' ? change(answer) : answer;
  };
}

const replaced = (path: string, from: string | RegExp, to: string) =>
  at(path, (answer) => withText(answer, (text) => text.replace(from, to)));

// biome-ignore lint/suspicious/noExplicitAny: documents as tests find them
function edited(path: string, change: (value: any) => unknown): Tamper {
  return at(path, (answer) =>
    withText(answer, (text) => {
      const value: unknown = JSON.parse(text);
      change(value);
      return JSON.stringify(value);
    }),
  );
}

/** Only where the answer is a page. */
function inPage(change: (answer: Served) => Served): Tamper {
  return at(PAGE, (answer) =>
    headerOf(answer, 'content-type').startsWith('text/html') ? change(answer) : answer,
  );
}

const inMarkup = (from: string | RegExp, to: string) =>
  inPage((answer) => withText(answer, (text) => text.replace(from, to)));

function digestOf(bytes: Uint8Array): string {
  return `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
}

/** A server that makes entity tags of the address alone. */
const oneTag: Tamper = (request, answer) =>
  answer.status === 200
    ? withHeader(
        answer,
        'ETag',
        `"${createHash('sha256').update(pathOf(request)).digest('hex').slice(0, 12)}"`,
      )
    : answer;

/** A cache that compares entity tags without looking at the variant. */
const variantBlind: Tamper = (request, answer) => {
  if (request.headers['if-none-match'] !== undefined) return served(304, {});
  return answer.status === 200
    ? withHeader(answer, 'ETag', digestOf(answer.body).replace(/^.*:(.{12}).*$/, '"$1"'))
    : answer;
};

/** The site is the bell foundry behind a proxy that changes one thing. */
export const plantedFaults: readonly PlantedFault[] = [
  // The read API.
  {
    what: 'a read API whose content answers 502',
    tamper: at(/^\/api\/content\//, () =>
      served(502, { 'Content-Type': 'text/html' }, '<h1>Bad gateway</h1>'),
    ),
    check: 'read-api',
    says: /openapi\.json \/content\/v1\/posts names it, but it answers 502/,
    at: LIST,
  },
  {
    what: 'items of the read API that are not handed on',
    tamper: at(/^\/api\/content\/v1\/\w+\/\d+$/, () => served(404, JSON_TYPE, '{}')),
    check: 'read-api',
    says: /answers 404/,
    at: ITEM,
  },
  {
    what: 'an operation that answers with a page',
    tamper: at(LIST, () =>
      served(200, { 'Content-Type': 'text/html' }, '<!doctype html><title>Bells</title>'),
    ),
    check: 'read-api',
    says: /isn't JSON/,
    at: LIST,
  },
  {
    what: 'an operation that answers with another type',
    tamper: at(LIST, (answer) => ({ ...answer, body: Buffer.from('{"items":[]}') })),
    check: 'read-api',
    says: /isn't of the type array/,
    at: LIST,
  },
  {
    what: 'an item whose id is text',
    tamper: edited(LIST, (list) => Object.assign(list[0], { id: 'five' })),
    check: 'read-api',
    says: /\/0\/id isn't of the type integer/,
    at: LIST,
  },
  {
    what: 'an item that is another',
    tamper: edited(ITEM, (item) => Object.assign(item, { id: 4 })),
    check: 'read-api',
    says: /has the id 3, but the item has 4/,
    at: ITEM,
  },
  {
    what: 'an item of another page',
    tamper: edited(ITEM, (item) => Object.assign(item, { link: 'https://else.example/' })),
    check: 'read-api',
    says: /else\.example/,
    at: ITEM,
  },
  {
    what: 'a read API of an older build',
    tamper: edited(ITEM, (item) => Object.assign(item.title, { rendered: 'The D sharp' })),
    check: 'read-api',
    says: /"The E flat", but the item has/,
    at: ITEM,
  },
  {
    what: 'a change feed that leads to no item',
    tamper: replaced('/svc-changes.json', `${ITEM}"`, '/api/content/v1/posts/333"'),
    check: 'read-api',
    says: /svc-changes\.json names it, but it answers 404/,
    at: '/api/content/v1/posts/333',
  },
  {
    what: 'wrong totals',
    tamper: edited('/api/', (index) =>
      Object.assign(
        index.collections.find((one: { type: string }) => one.type === 'post'),
        { total: 40 },
      ),
    ),
    check: 'read-api',
    says: /total 40, but the list has 3 items/,
    at: LIST,
  },
  {
    what: 'a dangling $ref in openapi.json',
    tamper: replaced(
      '/.well-known/openapi.json',
      '#/components/schemas/RenderedText',
      '#/components/schemas/Gone',
    ),
    check: 'content',
    says: /Gone" has no target/,
    at: '/.well-known/openapi.json',
  },
  // What is reserved.
  {
    what: 'a reservation that is stripped from pages',
    tamper: inPage((answer) => withHeader(answer, 'tdm-reservation', undefined)),
    check: 'usage',
    says: /tdm-reservation: 1 isn't sent/,
    at: PAGE,
  },
  {
    what: 'a reservation that is stripped everywhere',
    tamper: (_, answer) => withHeader(answer, 'tdm-reservation', undefined),
    check: 'usage',
    says: /tdm-reservation: 1 isn't sent/,
    at: '/svc-changes.json',
  },
  {
    what: 'a robots.txt that allows what is reserved',
    tamper: replaced('/robots.txt', 'ai-train=no', 'ai-train=yes'),
    check: 'usage',
    says: /robots\.txt allows training/,
    at: '/robots.txt',
  },
  // Variants.
  {
    what: 'one ETag for two variants',
    tamper: oneTag,
    check: 'variants',
    says: /have the same ETag/,
    at: PAGE,
  },
  {
    what: 'a revalidation that ignores the variant',
    tamper: variantBlind,
    check: 'variants',
    says: /a request for Markdown gets 304/,
    at: PAGE,
  },
  // Texts.
  {
    what: 'an llms-full.txt that is cut off',
    tamper: at('/llms-full.txt', (answer) => ({
      ...answer,
      body: answer.body.subarray(0, answer.body.length - 10),
    })),
    check: 'llms-full',
    says: /or is only a part of it/,
    at: '/llms-full.txt',
  },
  {
    what: 'an llms-full.txt of an older build',
    tamper: replaced('/llms-full.txt', 'It took four pours', 'It took five pours'),
    check: 'llms-full',
    says: /text of the page differs from .*e-flat\.md/,
    at: '/llms-full.txt',
  },
  {
    what: 'a feed that is cut off',
    tamper: at('/feed.xml', (answer) => ({ ...answer, body: answer.body.subarray(0, 300) })),
    check: 'content',
    says: /XML is broken/,
    at: '/feed.xml',
  },
  {
    what: 'a feed with a date of another form',
    tamper: replaced('/feed.xml', /<pubDate>[^<]*/, '<pubDate>2026-02-01'),
    check: 'content',
    says: /Expected a date/,
    at: '/feed.xml',
  },
  {
    what: 'a change feed with a wrong count',
    tamper: replaced('/svc-changes.json', /"count":\d+/, '"count":77'),
    check: 'content',
    says: /"count" is 77/,
    at: '/svc-changes.json',
  },
  {
    what: 'a sitemap of another host',
    tamper: replaced('/svc-sitemap-post-1.xml', /<loc>[^<]*/, '<loc>https://else.example/posts/e-flat/'),
    check: 'sitemap',
    says: /else\.example/,
    at: '/svc-sitemap-post-1.xml',
  },
  {
    what: 'a security.txt that has expired',
    tamper: replaced('/.well-known/security.txt', /Expires: \d{4}/, 'Expires: 2020'),
    check: 'content',
    says: /expired/,
    at: '/.well-known/security.txt',
  },
  // Pages.
  {
    what: 'structured data that is cut off',
    tamper: inMarkup(/.{5}(<\/script>)/, '$1'),
    check: 'markup',
    says: /JSON-LD\) isn't JSON/,
    at: PAGE,
  },
  {
    what: 'structured data of another page',
    tamper: inMarkup(/("mainEntityOfPage":"[^"]*)e-flat\//, '$1the-crack/'),
    check: 'markup',
    says: /describes .*\/posts\/the-crack\//,
    at: PAGE,
  },
  {
    what: 'structured data with the address of another page',
    tamper: inMarkup(/("@type":"BlogPosting".*?"url":"[^"]*)e-flat\//, '$1the-crack/'),
    check: 'markup',
    says: /describes .*\/posts\/the-crack\//,
    at: PAGE,
  },
  {
    what: 'structured data that names a page which is not there',
    tamper: inMarkup(/("item":"[^"]*)e-flat\//, '$1d-sharp/'),
    check: 'markup',
    says: /d-sharp\/, which answers 404/,
    at: PAGE,
  },
  {
    what: 'a head link that leads nowhere',
    tamper: inMarkup(/(<link rel="discovery"[^>]*href="[^"]*)discovery\.json/, '$1discover.json'),
    check: 'markup',
    says: /rel="discovery".*discover\.json, which answers 404/,
    at: PAGE,
  },
  {
    what: 'a Link header that leads nowhere',
    tamper: inPage((answer) => {
      const headers = [...answer.headers, ['Link', '</search.xml>; rel="search"'] as [string, string]];
      return { ...answer, headers };
    }),
    check: 'markup',
    says: /rel="search".*search\.xml, which answers 404/,
    at: PAGE,
  },
  {
    what: 'a canonical address of another page',
    tamper: inMarkup(/(<link rel="canonical" href="[^"]*)e-flat\//, '$1the-crack/'),
    check: 'markup',
    says: /canonical address of the page is .*the-crack/,
    at: PAGE,
  },
  {
    what: 'pages without Link headers',
    tamper: inPage((answer) => withHeader(answer, 'Link', undefined)),
    check: 'links',
    says: /no Link header/,
    at: PAGE,
  },
  // Trust.
  {
    what: 'a skill that was changed on the way',
    tamper: at('/.well-known/agent-skills/find-bell/SKILL.md', (answer) =>
      withText(answer, (text) => `${text}\r\n`),
    ),
    check: 'skills',
    says: /the index names sha256:/,
    at: '/.well-known/agent-skills/find-bell/SKILL.md',
  },
  {
    what: 'an index with the digest of another skill',
    tamper: replaced('/.well-known/agent-skills/index.json', /sha256:[0-9a-f]{8}/, 'sha256:00000000'),
    check: 'skills',
    says: /the index names sha256:00000000/,
    at: '/.well-known/agent-skills/find-bell/SKILL.md',
  },
  {
    what: 'a digest of another text',
    tamper: at('/llms.txt', (answer) => withHeader(answer, 'Repr-Digest', digestOf(Buffer.from('old')))),
    check: 'digests',
    says: /Repr-Digest doesn't match the bytes/,
    at: '/llms.txt',
  },
  {
    what: 'a compressed answer with the digest of the plain one',
    tamper: at('/svc-changes.json', (answer) => {
      const coded = withHeader({ ...answer, body: gzipSync(answer.body) }, 'Content-Encoding', 'gzip');
      return withHeader(coded, 'Content-Digest', digestOf(answer.body));
    }),
    check: 'digests',
    says: /Content-Digest doesn't match the bytes that arrived \(gzip\)/,
    at: '/svc-changes.json',
  },
  {
    what: 'a signed document with the digest of another build',
    tamper: at('/.well-known/discovery.json', (answer) =>
      withHeader(answer, 'Content-Digest', digestOf(Buffer.from('old'))),
    ),
    check: 'signatures',
    says: /signature is invalid/,
    at: '/.well-known/discovery.json',
  },
  // The way.
  {
    what: 'a document that redirects to itself',
    tamper: at('/llms.txt', () => served(302, { Location: '/llms.txt' })),
    check: 'advertised',
    says: /more than 5 redirects/,
    at: '/llms.txt',
  },
  {
    what: 'a twin that is not found',
    tamper: at(TWIN, () => served(404, {})),
    check: 'twins',
    says: /404/,
    at: TWIN,
  },
];
