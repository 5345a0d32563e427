import { describe, expect, it } from 'vitest';
import { AdminClient } from '../../../../support/sidecar/server/admin/client.js';
import { HARBOUR, serveSite } from '../../../../support/sidecar/server/serving.js';

describe('a page that is open in an editor', () => {
  it('is one that exists: of another nothing can be said', async () => {
    const client = new AdminClient(await serveSite({ files: HARBOUR }));
    const ada = await client.as('ada', 'administrator');
    const say = (method: string, post: number) =>
      client.call(method, `/editing?post=${post}`, ada).then(({ status, code }) => [status, code]);
    for (const method of ['POST', 'DELETE']) {
      expect(await say(method, 2)).toEqual([200, undefined]);
      expect(await say(method, 987_654)).toEqual([404, 'svc_not_found']);
    }
  }, 60_000);
});
