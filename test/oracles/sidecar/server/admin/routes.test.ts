import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { schemaErrors } from '../../../../../src/quality/validate/ajv.js';
import { splitRoute } from '../../../../../src/sidecar/server/admin/dispatch.js';
import { adminApiReference } from '../../../../../src/sidecar/server/admin/docs.js';
import { adminRoutes } from '../../../../../src/sidecar/server/admin/table.js';
import { openStorage } from '../../../../../src/storage/open.js';
import { approveClient, putClient } from '../../../../../src/storage/tables/oauth-clients.js';
import { readOption } from '../../../../../src/storage/tables/options.js';
import { expectFile } from '../../../../support/documents/golden.js';
import { startProvider } from '../../../../support/insights/ai/provider-server.js';
import { AdminClient, type Credentials } from '../../../../support/sidecar/server/admin/client.js';
import { HARBOUR, serveSite, type TestSite, until } from '../../../../support/sidecar/server/serving.js';

let site: TestSite;
let client: AdminClient;
const who: Record<string, Credentials> = {};

beforeAll(async () => {
  const provider = await startProvider();
  site = await serveSite({
    // Nobody on the internet is asked.
    config: {
      dnsServers: ['127.0.0.1:9'],
      ai: { provider: 'openai-compatible', model: 'm', baseUrl: provider.url },
    },
    files: {
      'content/posts/long.md': `---\ntitle: Long\nid: 30\ndate: 2026-02-02\n---\n\n${'Ropes are laid. '.repeat(9)}\n`,
      ...HARBOUR,
      'content/posts/mine.md':
        '---\ntitle: Mine\nid: 20\nauthor: wren\ndate: 2026-02-01\n---\n\nI wrote this.\n',
      'content/posts/sketch.md': '---\ntitle: Sketch\nid: 21\nauthor: kit\ndraft: true\n---\n\nNot yet.\n',
    },
  });
  client = new AdminClient(site);
  for (const [name, role] of Object.entries({
    ada: 'administrator',
    eve: 'editor',
    wren: 'author',
    kit: 'contributor',
    sam: 'subscriber',
  })) {
    who[name] = await client.as(name, role);
  }
});

interface GoodCall {
  readonly path: string;
  readonly body?: object;
  /** What has to be there for it. */
  prepare?(): Promise<void>;
}

/** A good call of every route. */
const GOOD: Readonly<Record<string, GoodCall>> = {
  'GET /settings': { path: '/settings' },
  'POST /settings': { path: '/settings', body: { topics_max: 9 } },
  'POST /settings/reset': { path: '/settings/reset' },
  'POST /onboarding': { path: '/onboarding' },
  'GET /readiness': { path: '/readiness' },
  'GET /score': { path: '/score' },
  'POST /optimize/ignore': { path: '/optimize/ignore', body: { post: 2 } },
  'GET /preview/schema': { path: '/preview/schema?post=2' },
  'GET /preview/markdown': { path: '/preview/markdown?post=2' },
  'GET /preview/targets': { path: '/preview/targets' },
  'POST /suggest': { path: '/suggest', body: { post: 30, field: 'description' } },
  'POST /suggest-fix': { path: '/suggest-fix', body: { post: 30, check: 'summary' } },
  'POST /editing': { path: '/editing', body: { post: 30 } },
  'DELETE /editing': { path: '/editing?post=30' },
  'GET /visibility/config': { path: '/visibility/config' },
  'POST /visibility/config': { path: '/visibility/config', body: { retentionDays: 30 } },
  'GET /visibility/dashboard': { path: '/visibility/dashboard' },
  'POST /visibility/run': { path: '/visibility/run' },
  'POST /visibility/test': { path: '/visibility/test', body: { provider: 'openai' } },
  'POST /visibility/reveal-key': { path: '/visibility/reveal-key', body: { provider: 'openai' } },
  'POST /visibility/clear': { path: '/visibility/clear' },
  'POST /visibility/suggest': { path: '/visibility/suggest', body: { category: 'ropes' } },
  'POST /visibility/suggest-ai': { path: '/visibility/suggest-ai', body: { category: 'ropes' } },
  'GET /discovery/hub': { path: '/discovery/hub' },
  'GET /validate': { path: '/validate' },
  'GET /agent-access': { path: '/agent-access' },
  'POST /agent-access/seen': { path: '/agent-access/seen' },
  'DELETE /agent-access': { path: '/agent-access' },
  'GET /oauth/grants': { path: '/oauth/grants', prepare: addGrant },
  'DELETE /oauth/grants': { path: '/oauth/grants?clientId=svcoc_kettle', prepare: addGrant },
  'GET /mcp-token': { path: '/mcp-token' },
  'POST /mcp-token': { path: '/mcp-token', body: { scope: 'read' } },
  'DELETE /mcp-token': { path: '/mcp-token' },
  'GET /activity': { path: '/activity' },
  'DELETE /activity': { path: '/activity' },
  'GET /activity/day': { path: '/activity/day?date=2026-07-02' },
  'GET /activity/log': { path: '/activity/log' },
  'GET /activity/log/facets': { path: '/activity/log/facets' },
  'GET /activity/clients': { path: '/activity/clients' },
  'POST /activity/block': { path: '/activity/block', body: { ua: 'KettleBot/2.0' } },
  'POST /activity/allow': { path: '/activity/allow', body: { ua: 'TeapotBot/2.0' } },
  'POST /activity/dismiss': { path: '/activity/dismiss', body: { ua: 'SaucerBot/2.0', hits: 3 } },
  'POST /activity/undismiss': { path: '/activity/undismiss', body: { key: 'tok:saucerbot' } },
  'POST /activity/client-remove': {
    path: '/activity/client-remove',
    body: { token: 'teapotbot', list: 'allowed_agents' },
  },
  'POST /activity/selfcheck-token': { path: '/activity/selfcheck-token' },
  'POST /activity/reverify': { path: '/activity/reverify', body: { ua: 'GPTBot/1.0' } },
  'POST /activity/check-ip': { path: '/activity/check-ip', body: { ip: '192.0.2.7' } },
  'POST /verifier/probe-ranges': {
    path: '/verifier/probe-ranges',
    body: { url: 'https://127.0.0.1/ranges.json' },
  },
  'GET /activity/ai-day': { path: '/activity/ai-day?date=2026-07-02' },
};

/** The declared parameters of a good call, from its body or its query. */
function paramsOf({ route, path, body }: (typeof rows)[number]): [string, unknown][] {
  const all = body === undefined ? [...new URLSearchParams(path.split('?')[1])] : Object.entries(body);
  return all.filter(([name]) => name in (route.params ?? {}));
}

/** An assistant that is connected. */
async function addGrant(): Promise<void> {
  const storage = await openStorage(join(site.folder, '.svc/svc.db'));
  const client = { id: 'svcoc_kettle', name: 'Kettle', redirectUris: ['kettle://back'] };
  await putClient(storage.db, { ...client, created: 1, freshUntil: 0 });
  await approveClient(storage.db, client.id, { scope: 'read', userId: 1, now: 2 });
  await storage.close();
}

const rows = adminRoutes.map((route) => {
  const { methods, path: address } = splitRoute(route);
  const [method = 'GET'] = methods;
  const name = `${method} ${address}`;
  const good = GOOD[name];
  if (good === undefined) throw new Error(`${name} has no good call in this test`);
  return { name, method, route, address, ...good };
});

describe.each(rows)('$name', ({ method, route, address, path, body, prepare }) => {
  beforeAll(async () => {
    if (route.when !== undefined)
      await client.call('POST', '/settings', who['ada'], { enable_mcp_server: true });
    await prepare?.();
  });

  it('[1-admin-namespace] [4.1-capability] [4.1-nonce] [5-nonce-header] [7-admin-error-body] is refused before anything is looked at', async () => {
    const { ada, sam } = who;
    const cookie = { Cookie: ada?.['Cookie'] ?? '' };
    const junk = method === 'GET' ? undefined : '{"broken';
    for (const credentials of [{}, cookie, { 'X-Platform-Nonce': ada?.['X-Platform-Nonce'] ?? '' }]) {
      expect(await client.call(method, path, credentials, junk)).toMatchObject({
        status: 401,
        code: 'rest_forbidden',
      });
    }
    const bad = { ...cookie, 'X-Platform-Nonce': 'x' };
    expect(await client.call(method, path, bad, junk)).toMatchObject({
      status: 403,
      code: 'rest_cookie_invalid_nonce',
    });
    const stolen = { ...cookie, 'X-Platform-Nonce': sam?.['X-Platform-Nonce'] ?? '' };
    expect(await client.call(method, path, stolen, junk)).toMatchObject({
      status: 403,
      code: 'rest_cookie_invalid_nonce',
    });
    expect(await client.call(method, path, sam, junk)).toMatchObject({ status: 403, code: 'rest_forbidden' });
    if (route.guard === undefined) {
      for (const name of ['eve', 'wren', 'kit']) {
        expect(await client.call(method, path, who[name], junk)).toMatchObject({
          status: 403,
          code: 'rest_forbidden',
        });
      }
    }
  });

  it('[4.1-settings-get] [4.1-settings-save] [4.1-readiness] [4.1-score] [4.1-hub] answers the administrator as its schema says', async () => {
    const { status, headers, body: answer } = await client.call(method, path, who['ada'], body);
    expect([status, schemaErrors(route.schema, answer)]).toEqual([200, []]);
    expect(headers.get('cache-control')).toBe('no-cache, must-revalidate, max-age=0, no-store, private');
    expect([headers.get('x-content-type-options'), headers.get('x-robots-tag')]).toEqual([
      'nosniff',
      'noindex',
    ]);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('has no other methods', async () => {
    for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const isOther = adminRoutes
        .map(splitRoute)
        .some((one) => one.path === address && one.methods.includes(other));
      if (isOther) continue;
      expect(await client.call(other, address, who['ada'])).toMatchObject({
        status: 404,
        code: 'rest_no_route',
      });
    }
  });

  // A GET has no body to be wrong.
  if (method === 'GET') return;
  it('says what is wrong with a body', async () => {
    expect(await client.call(method, path, who['ada'], '{"broken')).toMatchObject({
      status: 400,
      code: 'rest_invalid_json',
    });
    const huge = JSON.stringify({ settings: {}, pad: 'x'.repeat(1_100_000) });
    expect(await client.call(method, path, who['ada'], huge)).toMatchObject({
      status: 413,
      code: 'rest_request_too_large',
    });
  });
});

const withParams = rows
  .map((row) => ({ ...row, given: paramsOf(row) }))
  .filter(({ method, given }) => method !== 'GET' && given.length > 0);

describe.each(withParams)('a body of $name', ({ method, path, given }) => {
  it('beats the query, as JSON and as a form', async () => {
    // In the query no parameter is what it has to be: each is a form of its own.
    const query = new URLSearchParams(Object.fromEntries(given.map(([name]) => [`${name}[wrong]`, '1'])));
    const address = `${path.split('?')[0]}?${query}`;
    const codeOf = async (content: unknown, type = 'application/json') =>
      (await client.call(method, address, { ...who['ada'], 'Content-Type': type }, content)).code;
    expect(await codeOf({})).toBe('rest_invalid_param');
    // The work itself may fail the second time, but what it was asked for was good.
    expect(await codeOf(Object.fromEntries(given))).not.toBe('rest_invalid_param');
    const form = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])));
    const code = await codeOf(form.toString(), 'application/x-www-form-urlencoded');
    expect(code).not.toBe('rest_invalid_param');
  });
});

describe('settings', () => {
  it.each([
    ['bare', 'POST', { llms_full_posts: 11 }],
    ['below settings', 'PUT', { settings: { llms_full_posts: 12 } }],
    ['patched', 'PATCH', { llms_full_posts: 13, unknown: 1 }],
  ])('[4.1-settings-methods] [4.1-settings-envelope] are taken %s', async (_, method, body) => {
    const { body: answer } = await client.call(method, '/settings', who['ada'], body);
    const wanted = 'settings' in body ? body.settings : body;
    expect(answer).toMatchObject({ saved: true, settings: { llms_full_posts: wanted?.llms_full_posts } });
  });

  it('are taken as form fields', async () => {
    const response = await fetch(`${client.api}/settings`, {
      method: 'POST',
      headers: { ...who['ada'] },
      body: new URLSearchParams({
        'settings[topics_max]': '5',
        'settings[identity][about]': 'Ropes and tides',
      }),
    });
    expect(await response.json()).toMatchObject({
      settings: { topics_max: 5, identity: { about: 'Ropes and tides' } },
    });
  });

  it('are a patch, act at once, and the files follow', async () => {
    await client.call('POST', '/settings', who['ada'], { identity: { role: 'Harbour master' } });
    const saved = await client.call('POST', '/settings', who['ada'], { enable_llms_txt: false });
    expect(saved.body).toMatchObject({ settings: { identity: { role: 'Harbour master' } } });
    await until(async () => (await site.ask('/llms.txt')).status === 404, 1000);
    await until(() => !site.manifest().rules.some(({ path }) => path === '/llms.txt'));
    await client.call('POST', '/settings', who['ada'], { enable_llms_txt: true });
    await until(async () => (await site.ask('/llms.txt')).status === 200, 1000);
  });

  it('keep a type that exists and no other', async () => {
    const { body } = await client.call('POST', '/settings', who['ada'], { post_types: ['post', 'nothing'] });
    expect(body).toMatchObject({ settings: { post_types: ['post'] } });
    await client.call('POST', '/settings', who['ada'], { post_types: ['post', 'page'] });
  });

  it('[4.1-settings-reset] are reset to the defaults', async () => {
    await client.call('POST', '/settings', who['ada'], { topics_max: 3 });
    const { body } = await client.call('POST', '/settings/reset', who['ada']);
    expect(body).toMatchObject({ reset: true, settings: { topics_max: 12 } });
  });
});

describe('onboarding', () => {
  it('[4.1-onboarding] [3-onboarding] is done once for all, whatever is reset', async () => {
    const { body } = await client.call('POST', '/onboarding', who['ada'], { seed: true });
    expect(body).toEqual({ onboarded: true });
    const about = async () =>
      (
        (await client.call('GET', '/settings', who['ada'])).body as {
          settings: { identity: { about: string } };
        }
      ).settings.identity.about;
    expect(await about()).toBe('Tides, ropes and the people who mind them.');
    await client.call('POST', '/settings', who['ada'], { identity: { about: 'My own words' } });
    await client.call('POST', '/onboarding', who['ada'], { seed: true });
    expect(await about()).toBe('My own words');
    await client.call('POST', '/settings/reset', who['ada']);
    const storage = await openStorage(join(site.folder, '.svc/svc.db'));
    expect(await readOption(storage.db, 'onboarded')).toMatchObject({ value: expect.any(String) });
    await storage.close();
  });
});

describe('[4.1-validate] validation', () => {
  it('is not ok exactly when a notice is an error', async () => {
    expect((await client.call('GET', '/validate', who['ada'])).body).toMatchObject({ ok: true, notices: [] });
    const broken = await serveSite({
      files: HARBOUR,
      config: { resources: [{ id: 'a_b', title: 'No', type: 'content' }] },
    });
    const other = new AdminClient(broken);
    const { body } = await other.call('GET', '/validate', await other.as('ada', 'administrator'));
    expect(body).toMatchObject({ ok: false, notices: [{ level: 'error', code: 'resource_id' }] });
  });
});

describe('pages set aside', () => {
  it.each([
    ['JSON', JSON.stringify({ post: 20, ignored: true }), 'application/json'],
    ['a form', 'post=20&ignored=1', 'application/x-www-form-urlencoded'],
  ])('are those of the body, not of the query: %s', async (_, body, type) => {
    const query = '/optimize/ignore?post=21&ignored=false';
    const { status } = await client.call('POST', query, { ...who['ada'], 'Content-Type': type }, body);
    const { body: settings } = await client.call('GET', '/settings', who['ada']);
    expect([status, settings]).toMatchObject([200, { settings: { optimize_ignored: [20] } }]);
    await client.call('POST', '/optimize/ignore', who['ada'], { post: 20, ignored: false });
  });

  it('are those of the query where the body does not name them', async () => {
    await client.call('POST', '/optimize/ignore?post=21', who['ada'], { ignored: true });
    const { body: settings } = await client.call('GET', '/settings', who['ada']);
    expect(settings).toMatchObject({ settings: { optimize_ignored: [21] } });
    await client.call('POST', '/optimize/ignore', who['ada'], { post: 21, ignored: false });
  });

  it('[4.1-optimize-ignore] [3-set-aside-score] are a list that a page leaves and joins at its end', async () => {
    const aside = async (post: unknown, ignored?: unknown) =>
      client.call('POST', '/optimize/ignore', who['ada'], { post, ignored });
    await aside(2);
    await aside(3, true);
    await aside(2, 'true');
    const settings = async () =>
      (
        (await client.call('GET', '/settings', who['ada'])).body as {
          settings: { optimize_ignored: number[] };
        }
      ).settings;
    expect((await settings()).optimize_ignored).toEqual([3, 2]);
    const back = await aside(3, false);
    expect([
      back.status,
      (back.body as { score: { ignored: { id: number }[] } }).score.ignored.map(({ id }) => id),
    ]).toEqual([200, [2]]);
    expect((await settings()).optimize_ignored).toEqual([2]);
    expect(await aside(0)).toMatchObject({ status: 400, code: 'svc_bad_post' });
    expect(await aside('many')).toMatchObject({ status: 400, code: 'rest_invalid_param' });
    expect(await aside(undefined)).toMatchObject({ status: 400, code: 'rest_missing_callback_param' });
  });
});

describe('previews', () => {
  it('[4.1-per-post] are for those who may edit the page', async () => {
    const status = async (name: string, post: number) =>
      (await client.call('GET', `/preview/markdown?post=${post}`, who[name])).status;
    expect(await status('eve', 2)).toBe(200);
    expect([await status('wren', 20), await status('wren', 2), await status('wren', 21)]).toEqual([
      200, 403, 403,
    ]);
    expect([await status('kit', 21), await status('kit', 20)]).toEqual([200, 403]);
    expect([await status('eve', 0), await status('ada', 0)]).toEqual([403, 200]);
    expect([await status('eve', 999), await status('ada', 999)]).toEqual([403, 404]);
  });

  it('[4.1.2-draft] [4.1.2-protected] show a draft to nobody else, and say so', async () => {
    const { body } = await client.call('GET', '/preview/markdown?post=21', who['kit']);
    expect(body).toMatchObject({ postIncluded: false, markdown: '', livePublic: false });
    const locked = await client.call('GET', '/preview/markdown?post=6', who['ada']);
    expect(JSON.stringify(locked.body)).not.toContain('CANARY');
    const schema = await client.call('GET', '/preview/schema?post=21', who['kit']);
    expect(schema.body).toMatchObject({ postIncluded: true, livePublic: false });
  });

  it('[7-preview-not-found] refuse what is no id', async () => {
    for (const post of ['x', '-1', '1.5', '99999999999999999999']) {
      expect(await client.call('GET', `/preview/schema?post=${post}`, who['ada'])).toMatchObject({
        status: 400,
        code: 'rest_invalid_param',
      });
    }
    const unknown = await client.call('GET', '/preview/schema?post=424242', who['ada']);
    expect(unknown).toMatchObject({ status: 404, code: 'svc_preview_not_found' });
  });

  it('[4.1-targets-search] find targets of every status by all words of a search', async () => {
    const targets = async (search: string) =>
      (
        (await client.call('GET', `/preview/targets?search=${encodeURIComponent(search)}`, who['ada']))
          .body as {
          targets: { id: number; status: string }[];
        }
      ).targets;
    expect((await targets('')).map(({ id }) => id)).toEqual(
      expect.arrayContaining([1, 2, 3, 4, 5, 6, 20, 21]),
    );
    expect(await targets('knot REMEMBERS')).toMatchObject([{ id: 2, status: 'publish' }]);
    expect(await targets('not yet sketch')).toMatchObject([{ id: 21, status: 'draft' }]);
    expect(await targets('%')).toEqual([]);
  });
});

it('the reference is made from the table (UPDATE=1)', () => {
  expectFile('docs/admin-api.md', adminApiReference());
  expect(readFileSync('docs/admin-api.md', 'utf8')).toContain('## POST, PUT, PATCH /settings');
});
