import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RobotsRules } from '../../../../src/core/robots-rules.js';
import {
  Answer,
  type FetchPort,
  listsName,
  parseLinks,
  parseMediaType,
  type RawAnswer,
} from '../../../../src/quality/verify/answer.js';
import { cacheOf } from '../../../../src/quality/verify/cache.js';
import { evenSample } from '../../../../src/quality/verify/check.js';
import { Client, CONCURRENCY } from '../../../../src/quality/verify/client.js';
import { failureOf, httpPort } from '../../../../src/quality/verify/http-port.js';
import { canonicalOf, readHtmlPage } from '../../../../src/quality/verify/pages.js';
import { listen, served } from '../../../support/quality/verify/static-deployment.js';

function raw(headers: Readonly<Record<string, string>> = {}, body: string | Uint8Array = ''): RawAnswer {
  const bytes = Buffer.from(body);
  return { status: 200, fields: Object.entries(headers), bytes, size: bytes.length, isCut: false };
}

function answer(headers: Readonly<Record<string, string>> = {}, body: string | Uint8Array = ''): Answer {
  return new Answer(raw(headers, body));
}

function client(send: FetchPort): Client {
  return new Client({ send, userAgent: 'svc-verify/0', timeoutMs: 1000, now: () => 0 });
}

describe('a media type', () => {
  it.each([
    ['text/markdown; charset=UTF-8', 'text/markdown', { charset: 'UTF-8' }],
    [
      'Application/LinkSet+JSON; Profile="https://a.example/x;y"; charset=utf-8',
      'application/linkset+json',
      { profile: 'https://a.example/x;y', charset: 'utf-8' },
    ],
    ['text/html;charset', 'text/html', {}],
    ['', '', {}],
  ])('%s', (value, essence, parameters) => {
    expect(parseMediaType(value).essence).toBe(essence);
    expect(Object.fromEntries(parseMediaType(value).parameters)).toEqual(parameters);
  });

  it('lists of names are read without regard to case', () => {
    expect(listsName('Accept-Encoding, ACCEPT', 'Accept')).toBe(true);
    expect(listsName('*', 'Accept')).toBe(true);
    expect(listsName('Accept-Encoding', 'Accept')).toBe(false);
    expect(listsName(undefined, 'Accept')).toBe(false);
  });
});

describe('links', () => {
  it('are read from several fields, lists and quotes', () => {
    const links = parseLinks([
      '<https://a.example/x,y>; rel="service-desc discovery"; type="application/json", </llms.txt>; REL=describedby',
      '<b>; title="a, \\"b\\"; rel=no"; rel=alternate; rel=second; type=text/markdown',
    ]);
    expect(links).toEqual([
      { href: 'https://a.example/x,y', rels: ['service-desc', 'discovery'], type: 'application/json' },
      { href: '/llms.txt', rels: ['describedby'], type: '' },
      { href: 'b', rels: ['alternate'], type: 'text/markdown' },
    ]);
  });

  it('are read from any text in bounded time', () => {
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(parseLinks([text]))));
    expect(parseLinks([`<a>${'; x="\\'.repeat(20_000)}`])).toHaveLength(1);
  });

  it('are read from the head of a page, with its robots tag', () => {
    const page = readHtmlPage(
      '<head><link rel=alternate type=text/markdown href="/a.md?x=1&amp;y=2"><META NAME=Robots content="nofollow, NoIndex"></head>',
    );
    expect(page.links).toEqual([{ href: '/a.md?x=1&y=2', rels: ['alternate'], type: 'text/markdown' }]);
    expect(page.isNoindex).toBe(true);
    expect(readHtmlPage('<meta name="robots" content="index">').isNoindex).toBe(false);
    expect(readHtmlPage('<!-- <meta name="robots" content="noindex"> -->').isNoindex).toBe(false);
  });
});

describe('robots rules', () => {
  const rules = new RobotsRules(
    [
      'User-agent: *',
      'Disallow: /private/',
      'Allow: /private/open',
      'Disallow: /*.pdf$',
      '',
      'User-agent: GPTBot',
      'User-agent: CCBot',
      'Disallow: /',
      '',
      'User-agent: gptbot',
      'Allow: /llms.txt',
    ].join('\n'),
  );

  it.each([
    ['Googlebot', '/', true],
    ['Googlebot', '/private/x', false],
    ['Googlebot', '/private/open/x', true],
    ['Googlebot', '/a/b.pdf', false],
    ['Googlebot', '/a/b.pdf?x', true],
    ['GPTBot', '/', false],
    ['GPTBot', '/llms.txt', true],
    ['ccbot', '/llms.txt', false],
  ])('%s at %s: %s', (bot, path, allowed) => {
    expect(rules.allows(bot, path)).toBe(allowed);
  });

  it('an empty file allows everything', () => {
    expect(new RobotsRules('').allows('GPTBot', '/')).toBe(true);
    expect(new RobotsRules('User-agent: *\nDisallow:\n').allows('x', '/')).toBe(true);
  });
});

describe('a cache is known by a hit or an age [8.3.4-verify-live]', () => {
  it.each([
    [
      { 'CF-Cache-Status': 'HIT', Age: '3' },
      { via: 'Cloudflare', age: 3 },
    ],
    [
      { 'X-Cache': 'Hit from cloudfront', Via: '1.1 x.cloudfront.net' },
      { via: 'CloudFront', age: undefined },
    ],
    [
      { 'X-Cache': 'HIT, HIT', 'X-Served-By': 'cache-fra-1' },
      { via: 'Fastly', age: undefined },
    ],
    [{ 'X-FastCGI-Cache': 'HIT' }, { via: 'nginx', age: undefined }],
    [{ 'X-Proxy-Cache': 'HIT' }, { via: 'a CDN or reverse proxy', age: undefined }],
    [{ Age: '7' }, { via: 'a shared cache', age: 7 }],
    [{ Age: '0' }, undefined],
    [{ 'CF-Cache-Status': 'DYNAMIC', 'CF-Ray': '1' }, undefined],
    [{ 'X-Cache': 'MISS' }, undefined],
    [{}, undefined],
  ])('%j', (headers, hit) => {
    expect(cacheOf(answer(headers))).toEqual(hit);
  });
});

describe('a sample', () => {
  it('holds the first and the last, evenly spread, each once', () => {
    expect(evenSample([1, 2, 3], 5)).toEqual([1, 2, 3]);
    expect(evenSample([0, 1, 2, 3, 4, 5, 6, 7, 8], 3)).toEqual([0, 4, 8]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 2, max: 40 }), (length, most) => {
        const list = Array.from({ length }, (_, index) => index);
        const sample = evenSample(list, most);
        expect(new Set(sample).size).toBe(Math.min(length, most));
        expect(sample.at(-1)).toBe(list.at(-1));
      }),
    );
  });
});

describe('an answer', () => {
  it('is unpacked, and never beyond measure', () => {
    expect(answer({ 'Content-Encoding': 'gzip' }, gzipSync('Bells')).text).toBe('Bells');
    expect(
      answer({ 'Content-Encoding': 'gzip' }, gzipSync(Buffer.alloc(64 * 1024 * 1024))).content,
    ).toBeUndefined();
    expect(answer({ 'Content-Encoding': 'zstd' }, 'x').content).toBeUndefined();
    expect(answer({}, '{"a":1}').json).toEqual({ a: 1 });
    expect(answer({}, '{').json).toBeUndefined();
    expect(answer({}, '\n<!DOCTYPE HTML><p>').looksLikeHtml).toBe(true);
  });
});

it('the text of a compressed file is what is in it', () => {
  const packed = gzipSync('<urlset/>');
  expect(answer({}, packed).text).toBe('<urlset/>');
  expect(answer({ 'content-encoding': 'gzip' }, gzipSync(packed)).text).toBe('<urlset/>');
  expect(answer({}, packed).content).toEqual(packed);
});

describe('the page of a twin', () => {
  it('is the one that its front matter names', () => {
    expect(canonicalOf('---\ntitle: "A"\ncanonical_url: "https://a.example/b"\n---\n\n# A\n')).toBe(
      'https://a.example/b',
    );
    expect(canonicalOf('# A\ncanonical_url: "https://a.example/b"\n')).toBeUndefined();
  });
});

describe('the client', () => {
  it('asks a few at a time, and for the same only once', async () => {
    let running = 0;
    let most = 0;
    const asking = client(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      return { answer: raw() };
    });
    const urls = Array.from({ length: 60 }, (_, index) => `https://a.example/${index % 30}#${index}`);
    await Promise.all(urls.map((url) => asking.visit(url)));
    expect([most, asking.requests]).toEqual([CONCURRENCY, 30]);
  });

  it('follows redirects by itself, tells every one, and ends after five', async () => {
    const asking = client(async ({ url }) => {
      const step = Number(new URL(url).pathname.slice(1));
      if (step === 3) return { answer: raw({}, 'here') };
      return { answer: { ...raw({ Location: `/${step + 1}` }), status: 302 } };
    });
    const visit = await asking.visit('https://a.example/1');
    expect(visit.redirects.map(({ to }) => to)).toEqual(['https://a.example/2', 'https://a.example/3']);
    expect([visit.url, visit.answer?.text]).toEqual(['https://a.example/3', 'here']);
    expect((await asking.visit('https://a.example/1', { follow: false })).answer?.status).toBe(302);
    expect((await asking.visit('https://a.example/10')).failure?.kind).toBe('redirects');
  });

  it('never leaves http', async () => {
    const asking = client(async () => ({
      answer: { ...raw({ Location: 'file:///etc/passwd' }), status: 301 },
    }));
    expect((await asking.visit('https://a.example/')).answer?.status).toBe(301);
    expect(asking.requests).toBe(1);
  });
});

describe('the network', () => {
  const ask = { method: 'GET', headers: {}, timeoutMs: 2000, keepBytes: 100, maxBytes: 1000 } as const;

  it('keeps some of a body, cuts a long one off, and tells what broke', async () => {
    const server = await listen(({ url }) => {
      if (url === '/broken') return 'hang-up';
      if (url === '/never') return new Promise<never>(() => undefined);
      return served(200, { 'X-Twice': 'a' }, 'b'.repeat(Number(url.slice(1))));
    }, 0);
    const port = httpPort(2);
    const get = (path: string, more = {}) => port.send({ ...ask, ...more, url: server.url + path });
    try {
      const small = (await get('/500')).answer;
      expect([small?.bytes.length, small?.size, small?.isCut]).toEqual([100, 500, false]);
      const large = (await get('/900000')).answer;
      expect([large?.bytes.length, large?.isCut]).toEqual([100, true]);
      expect((await get('/broken')).failure?.kind).toBe('connection');
      expect((await get('/never', { timeoutMs: 50 })).failure?.kind).toBe('timeout');
    } finally {
      port.close();
      await server.close();
    }
    const refused = await httpPort(1).send({ ...ask, url: `${server.url}/` });
    expect(refused.failure).toEqual({ kind: 'connection', message: 'the connection is refused' });
  });

  it.each([
    ['ENOTFOUND', 'dns'],
    ['EAI_AGAIN', 'dns'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['ERR_TLS_HANDSHAKE_TIMEOUT', 'tls'],
    ['HPE_INVALID_CONSTANT', 'protocol'],
    ['EWHATEVER', 'connection'],
  ])('%s is %s', (code, kind) => {
    expect(failureOf(Object.assign(new Error('it failed'), { code })).kind).toBe(kind);
  });
});
