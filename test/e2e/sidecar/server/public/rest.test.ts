import { beforeAll, describe, expect, it } from 'vitest';
import { HARBOUR, serveSite, type TestSite } from '../../../../support/sidecar/server/serving.js';

const MANY = Object.fromEntries(
  Array.from({ length: 25 }, (_, index) => [
    `content/posts/note-${index}.md`,
    `---\ntitle: Note ${index}\ndate: 2026-01-${String(index + 1).padStart(2, '0')}\nid: ${100 + index}\n---\n\nNumber ${index}${index === 7 ? ' mentions herring' : ''}.\n`,
  ]),
);

let site: TestSite;

beforeAll(async () => {
  site = await serveSite({ files: { ...HARBOUR, ...MANY } });
});

interface Item {
  readonly id: number;
  readonly title: { readonly rendered: string };
}

async function list(query: string) {
  const answer = await site.ask(`/api/content/v1/posts${query}`);
  return { ...answer, items: JSON.parse(answer.text) as readonly Item[] };
}

describe('the root of the read API', () => {
  it('has a slash', async () => {
    expect(await site.ask('/api?a=b')).toMatchObject({ status: 301, headers: { location: '/api/?a=b' } });
    expect((await site.ask('/api/')).status).toBe(200);
  });
});

describe('a list of the read API', () => {
  it('refuses parameters that are none', async () => {
    for (const [query, name] of [
      ['?page=0', 'page'],
      ['?page=-1', 'page'],
      ['?page=1.5', 'page'],
      ['?page=99', 'page'],
      ['?per_page=0', 'per_page'],
      ['?per_page=101', 'per_page'],
      ['?per_page=all', 'per_page'],
      ['?since=yesterday', 'since'],
    ] as const) {
      const answer = await site.ask(`/api/content/v1/posts${query}`);
      expect([query, answer.status]).toEqual([query, 400]);
      expect(JSON.parse(answer.text)).toMatchObject({
        code: 'rest_invalid_param',
        data: { status: 400, params: { [name]: expect.any(String) } },
      });
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cache-control': 'no-store, max-age=0',
      });
    }
  });

  it.each([
    '/api/',
    '/api/content/v1/posts',
    '/api/content/v1/posts?per_page=10',
    '/api/content/v1/posts/107',
    '/api/content/v1/posts/999999',
    '/api/svc/v1/discovery',
  ])('lets pages of other sites ask for %s with fields of their own', async (path) => {
    const headers = {
      Origin: 'https://other.example',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'x-requested-with',
    };
    const answer = await site.ask(path, { method: 'OPTIONS', headers });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': '*',
    });
    expect((await site.ask(path)).headers['access-control-allow-origin']).toBe('*');
  });

  it.each(['/api/svc/v1/settings', '/api/svc/v1/discovery/x', '/api/content/v2/posts', '/apis/'])(
    'does not let them ask for %s',
    async (path) => {
      const answer = await site.ask(path, { method: 'OPTIONS' });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    },
  );

  it('comes in pages that lead to each other', async () => {
    const first = await list('?per_page=10');
    expect(first.items).toHaveLength(10);
    expect(first.headers).toMatchObject({ 'x-total': '27', 'x-totalpages': '3' });
    expect(first.links).toEqual([
      '<https://harbour.example/api/content/v1/posts?per_page=10&page=2>; rel="next"',
    ]);
    const last = await list('?per_page=10&page=3');
    expect(last.items).toHaveLength(7);
    expect(last.links).toEqual([
      '<https://harbour.example/api/content/v1/posts?per_page=10&page=2>; rel="prev"',
    ]);
    const pages = [...first.items, ...(await list('?per_page=10&page=2')).items, ...last.items];
    expect(new Set(pages.map(({ id }) => id)).size).toBe(27);
    const all = await list('');
    expect(all.items.map(({ id }) => id)).toEqual(pages.map(({ id }) => id));
  });

  it('is searched in titles and texts, all words of it', async () => {
    expect((await list('?search=herring')).items.map(({ id }) => id)).toEqual([107]);
    expect((await list('?search=NOTE%207')).items.map(({ id }) => id)).toContain(107);
    expect((await list('?search=herring+tides')).items).toEqual([]);
    expect((await list('?search=rope%20remembers')).items.map(({ id }) => id)).toEqual([2]);
    // Markup is no text.
    expect((await list('?search=%3Cp%3E')).items).toEqual([]);
  });

  it('may be of what changed since', async () => {
    expect((await list('?since=2026-03-01T00:00:00Z')).items.map(({ id }) => id)).toEqual([3]);
    expect((await list('?since=2026-02-28')).items.map(({ id }) => id)).toEqual([3, 2]);
    expect((await list('?since=1772323200')).items.map(({ id }) => id)).toEqual([3]);
  });

  it('has items that answer by their id, and others that do not', async () => {
    const item = await site.ask('/api/content/v1/posts/3');
    expect(JSON.parse(item.text)).toMatchObject({ id: 3, title: { rendered: 'Tides' } });
    const none = await site.ask('/api/content/v1/posts/4');
    expect([none.status, JSON.parse(none.text)]).toMatchObject([404, { code: 'rest_entry_invalid_id' }]);
    expect((await site.ask('/api/content/v1/pages/3')).status).toBe(404);
  });

  it('answers with and without a trailing slash, and lets pages of other origins read that an address is unknown', async () => {
    for (const path of ['posts', 'posts/3']) {
      const [plain, slash] = [
        await site.ask(`/api/content/v1/${path}`),
        await site.ask(`/api/content/v1/${path}/`),
      ];
      expect([slash.status, slash.text]).toEqual([200, plain.text]);
    }
    for (const path of ['nobody', 'posts/none']) {
      const { status, headers } = await site.ask(`/api/content/v1/${path}`);
      expect([status, headers['access-control-allow-origin']]).toEqual([404, '*']);
    }
  });
});

describe('the change feed', () => {
  const ids = async (query: string) => {
    const { status, text } = await site.ask(`/svc-changes.json${query}`);
    const feed = JSON.parse(text) as { since: string | null; count: number; items: readonly Item[] };
    expect([status, feed.count]).toEqual([200, feed.items.length]);
    return [feed.since, feed.items.map(({ id }) => id)] as const;
  };

  it('is filtered strictly after an instant', async () => {
    expect(await ids('?since=2026-03-01T00:00:00%2B00:00')).toEqual([
      '2026-03-01T00:00:00+00:00',
      expect.not.arrayContaining([2]),
    ]);
    expect((await ids('?since=1772323199'))[1]).toContain(2);
    expect((await ids('?since=1772323200'))[1]).not.toContain(2);
    // A plus that a form decoder turned into a space.
    expect((await ids('?since=2026-03-01T00:00:00+00:00'))[0]).toBe('2026-03-01T00:00:00+00:00');
  });

  it('is whole where what is asked is no time', async () => {
    const [, all] = await ids('');
    for (const query of [
      '?since=',
      '?since=yesterday',
      '?since=NaN',
      '?other=1',
      '?since=99999999999999999999',
    ]) {
      expect(await ids(query)).toEqual([null, all]);
    }
  });

  it('has a tag of its own for each answer', async () => {
    const [one, two] = [
      await site.ask('/svc-changes.json'),
      await site.ask('/svc-changes.json?since=1772323200'),
    ];
    expect(one.headers['etag']).not.toBe(two.headers['etag']);
    const { date: _a, etag: _b, 'content-length': _c, ...first } = one.headers;
    const { date: _d, etag: _e, 'content-length': _f, ...second } = two.headers;
    expect(second).toEqual(first);
  });
});

describe('the discovery document of the admin API', () => {
  it('is that of the well-known address, open to everybody [4.1-discovery-public]', async () => {
    const answer = await site.ask('/api/svc/v1/discovery');
    expect(answer.status).toBe(200);
    expect(answer.text).toBe((await site.ask('/.well-known/discovery.json')).text);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    // A signature over another address would not hold.
    expect(answer.headers).not.toHaveProperty('signature');
  });
});
