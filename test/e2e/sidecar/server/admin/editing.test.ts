import { beforeAll, describe, expect, it } from 'vitest';
import { AdminClient, type Credentials } from '../../../../support/sidecar/server/admin/client.js';
import { HARBOUR, serveSite } from '../../../../support/sidecar/server/serving.js';

let client: AdminClient;
let ada: Credentials;

beforeAll(async () => {
  client = new AdminClient(await serveSite({ files: HARBOUR }));
  ada = await client.as('ada', 'administrator');
}, 60_000);

describe('a page that is open in an editor', () => {
  it('is one that exists: of another nothing can be said', async () => {
    const say = (method: string, post: number) =>
      client.call(method, `/editing?post=${post}`, ada).then(({ status, code }) => [status, code]);
    for (const method of ['POST', 'DELETE']) {
      expect(await say(method, 2)).toEqual([200, undefined]);
      expect(await say(method, 987_654)).toEqual([404, 'svc_not_found']);
    }
  });
});

describe('routes about one page', () => {
  it.each([
    ['POST', '/editing'],
    ['DELETE', '/editing'],
    ['POST', '/suggest'],
    ['POST', '/suggest-fix'],
  ])('refuse an id that is a deeply nested list: %s %s', async (method, path) => {
    const list = '['.repeat(20_000) + ']'.repeat(20_000);
    const body = `{"post":${list},"field":"description","check":"summary"}`;
    expect(await client.call(method, path, ada, body)).toMatchObject({
      status: 400,
      code: 'rest_invalid_param',
    });
  });
});
