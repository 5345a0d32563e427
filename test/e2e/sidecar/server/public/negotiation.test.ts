import { beforeAll, describe, expect, it } from 'vitest';
import { prefersMarkdown } from '../../../../../src/sidecar/server/public/variant.js';
import { HARBOUR, serveSite, type TestSite } from '../../../../support/sidecar/server/serving.js';

let site: TestSite;
let scanner: TestSite;

const MARKDOWN = { headers: { Accept: 'text/markdown' } };
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const AGENT = 'Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)';

beforeAll(async () => {
  site = await serveSite({ files: HARBOUR });
  scanner = await serveSite({ files: HARBOUR, config: { profile: 'max-readiness' } });
});

describe('Markdown is chosen', () => {
  it.each([
    ['text/markdown', true],
    ['TEXT/Markdown', true],
    ['text/x-markdown', true],
    ['text/markdown; charset=utf-8', true],
    ['text/markdown, text/html, */*', true],
    ['text/html, text/markdown', true],
    ['text/markdown;q=0.9, */*;q=0.8', true],
    ['text/markdown;q=0.5, text/html;q=0.5', true],
    ['text/markdown;q=0.5;q=0.1, text/html;q=0.4', true],
    ['text/markdown;q=0.1, text/markdown;q=0.9, text/html;q=0.5', true],
    ['text/markdown;q=0.9, text/*;q=0.3, */*', true],
    ['text/markdown;q=0.9, */*', false],
    ['text/markdown;q=0.5, text/html', false],
    ['text/markdown;q=0', false],
    ['text/markdown;q=0.000, */*;q=0', false],
    ['text/markdown;q=2', false],
    ['text/markdown;q=x', false],
    ['text/markdownish', false],
    ['application/json;profile="text/markdown"', false],
    ['text/*', false],
    ['*/*', false],
    [BROWSER, false],
    ['', false],
    [undefined, false],
  ])('where it is named and not below HTML: %s', (accept, wanted) => {
    expect(prefersMarkdown(accept)).toBe(wanted);
  });
});

describe('a page', () => {
  it('is its twin to those who ask for Markdown [4.2.3-negotiation]', async () => {
    const twin = await site.ask('/about.md');
    const answer = await site.ask('/about/', MARKDOWN);
    expect([answer.status, answer.text]).toEqual([200, twin.text]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/markdown; charset=UTF-8',
      'cache-control': 'no-store, max-age=0',
      vary: 'Accept',
    });
    // At the address of the page it is no copy beside it.
    expect(answer.headers).not.toHaveProperty('x-robots-tag');
    expect(twin.headers['x-robots-tag']).toBe('noindex');
    expect(twin.links.filter((link) => link.includes('rel="canonical"'))).toEqual([
      '<https://harbour.example/about/>; rel="canonical"',
    ]);
  });

  it('is HTML to everybody else, with the same Vary', async () => {
    for (const accept of [BROWSER, '*/*', 'text/markdown;q=0.1, text/html']) {
      const { headers, text } = await site.ask('/about/', { headers: { Accept: accept } });
      expect([headers['content-type'], headers['vary']]).toEqual(['text/html; charset=UTF-8', 'Accept']);
      expect(text).toContain('<!doctype html>');
    }
  });

  it('has an entity tag for each variant', async () => {
    const [html, markdown] = [await site.ask('/about/'), await site.ask('/about/', MARKDOWN)];
    expect(html.headers['etag']).toMatch(/^"[\w-]+"$/);
    expect(html.headers['etag']).not.toBe(markdown.headers['etag']);
    const again = { 'If-None-Match': html.headers['etag'] ?? '' };
    expect((await site.ask('/about/', { headers: again })).status).toBe(304);
    expect((await site.ask('/about/', { headers: { ...again, Accept: 'text/markdown' } })).status).toBe(200);
  });

  it.each(['/', '/?s=rope', '/?q=rope', '/index.html', '/tag/sea/', '/post_tag/sea/', '/blog/'])(
    'that lists others is the index: %s [4.2.3-negotiation-index]',
    async (path) => {
      const answer = await site.ask(path, MARKDOWN);
      const isThere = (await site.ask(path)).status === 200;
      if (isThere) expect(answer.text).toBe((await site.ask('/index.md')).text);
      else expect(answer.status).toBe(404);
    },
  );

  it('that is missing stays missing, and varies', async () => {
    for (const options of [MARKDOWN, {}]) {
      const answer = await site.ask('/nowhere/', options);
      expect([answer.status, answer.headers['vary']]).toEqual([404, 'Accept']);
      expect(answer.headers['cache-control']).toBe('no-store, max-age=0');
      expect(answer.text).not.toContain('<title>Harbour Notes</title>');
    }
  });

  it('with letters of its own has a twin too', async () => {
    const answer = await site.ask('/gr%C3%B6%C3%9Fe/', MARKDOWN);
    expect(answer.text).toContain('# Größe');
    expect((await site.ask('/gr%c3%b6%c3%9fe.md')).text).toBe(answer.text);
  });
});

describe('Link headers', () => {
  const first =
    '<https://harbour.example/.well-known/discovery.json>; rel="service-desc"; type="application/json"';
  const second =
    '<https://harbour.example/.well-known/discovery.json>; rel="discovery"; type="application/json"';
  const alternate = '<https://harbour.example/about.md>; rel="alternate"; type="text/markdown"';

  it('are on every front-end answer, each once [8.1-link-discovery] [8.1-link-more] [8.1-link-dedupe]', async () => {
    for (const [path, options] of [
      ['/', {}],
      ['/about/', {}],
      ['/about/', MARKDOWN],
      ['/nowhere', {}],
      ['/about.md', {}],
      ['/index.md', {}],
      ['/llms.txt', {}],
      ['/llms-full.txt', {}],
      ['/feed.xml', {}],
      ['/svc-changes.json', {}],
      ['/svc-changes.json?since=2020-01-01', {}],
      ['/svc-sitemap.xml', {}],
      ['/robots.txt', {}],
    ] as const) {
      const { links } = await site.ask(path, options);
      expect(links.slice(0, 2)).toEqual([first, second]);
      expect(links).toContain('<https://harbour.example/api/>; rel="api-catalog"');
      expect(links).toContain('<https://harbour.example/llms.txt>; rel="describedby"; type="text/plain"');
      expect(new Set(links).size).toBe(links.length);
    }
  });

  it('name the twin where there is one [8.1-link-alternate]', async () => {
    expect((await site.ask('/about/')).links).toContain(alternate);
    expect((await site.ask('/about')).status).toBe(301);
    for (const path of ['/', '/nowhere/'])
      expect((await site.ask(path)).links.join()).not.toContain('rel="alternate"');
  });
});

describe('AI-usage headers', () => {
  it('are on pages and on documents that are no agent files [8.1-ai-headers] [8.1-ai-skip]', async () => {
    for (const path of ['/', '/about/', '/svc-changes.json', '/svc-sitemap.xml']) {
      expect([path, (await site.ask(path)).headers['tdm-reservation']]).toEqual([path, '1']);
    }
    for (const path of [
      '/llms.txt',
      '/llms-full.txt',
      '/robots.txt',
      '/about.md',
      '/.well-known/mcp.json',
      '/feed.xml',
    ]) {
      expect([path, (await site.ask(path)).headers['tdm-reservation']]).toEqual([path, undefined]);
    }
  });

  it('follow the settings at once [8.1-ai-policy] [8.1-ai-noai]', async () => {
    const own = await serveSite({
      files: HARBOUR,
      settings: { tdm_policy_url: 'https://harbour.example/terms', ai_noai_header: true },
    });
    expect((await own.ask('/')).headers).toMatchObject({
      'tdm-policy': 'https://harbour.example/terms',
      'x-robots-tag': 'noai, noimageai',
    });
    expect((await site.ask('/')).headers).not.toHaveProperty('tdm-policy');
    expect((await site.ask('/')).headers).not.toHaveProperty('x-robots-tag');
  });
});

describe('with max-readiness', () => {
  it('known agents are given Markdown unasked, and caches are told', async () => {
    const answer = await scanner.ask('/about/', { headers: { 'User-Agent': AGENT } });
    expect(answer.headers['content-type']).toBe('text/markdown; charset=UTF-8');
    expect(answer.headers['vary']).toBe('Accept, User-Agent');
    expect((await scanner.ask('/about/')).headers['vary']).toBe('Accept, User-Agent');
    const refused = { 'User-Agent': AGENT, Accept: 'text/markdown;q=0, text/html' };
    expect((await scanner.ask('/about/', { headers: refused })).headers['content-type']).toMatch(
      /^text\/html/,
    );
    expect((await site.ask('/about/', { headers: { 'User-Agent': AGENT } })).text).toContain(
      '<!doctype html>',
    );
  });

  it('a missing page points to the index, with 200 for known agents that ask for Markdown alone', async () => {
    const asked = async (headers: Readonly<Record<string, string>>) => {
      const { status, headers: answered, text } = await scanner.ask('/nowhere/', { headers });
      return [status, answered['content-type']?.split(';')[0], text.includes('/llms.txt>')];
    };
    expect(await asked({ Accept: 'text/markdown', 'User-Agent': AGENT })).toEqual([
      200,
      'text/markdown',
      true,
    ]);
    expect(await asked({ Accept: 'text/markdown' })).toEqual([404, 'text/markdown', true]);
    expect((await asked({}))[0]).toBe(404);
    expect(
      (
        await scanner.ask('/.well-known/nobody', {
          headers: { Accept: 'text/markdown', 'User-Agent': AGENT },
        })
      ).status,
    ).toBe(404);
    expect(
      (await scanner.ask('/nowhere.md', { headers: { Accept: 'text/markdown', 'User-Agent': AGENT } }))
        .status,
    ).toBe(404);
  });
});

describe('the key directory', () => {
  it('has the registered type for those who ask for it', async () => {
    const path = '/.well-known/http-message-signatures-directory';
    const type = 'application/http-message-signatures-directory+json';
    const [plain, asked] = [await site.ask(path), await site.ask(path, { headers: { Accept: type } })];
    expect(plain.headers['content-type']).toBe('application/json; charset=UTF-8');
    expect(asked.headers['content-type']).toBe(type);
    expect([plain.headers['vary'], asked.headers['vary']]).toEqual(['Accept', 'Accept']);
    expect(asked.text).toBe(plain.text);
    expect(asked.headers['signature']).toBe(plain.headers['signature']);
  });
});
