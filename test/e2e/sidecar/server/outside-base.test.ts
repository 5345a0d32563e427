import { expect, it } from 'vitest';
import { HARBOUR, serveSite } from '../../../support/sidecar/server/serving.js';

it('the log says once that requests lack the folder of the site', async () => {
  const site = await serveSite({ files: HARBOUR, config: { site: { url: 'https://harbour.example/blog' } } });
  const warnings = () => site.log.filter((line) => line.includes('outside of /blog/'));
  expect((await site.ask('/blog/llms.txt')).status).toBe(200);
  expect((await site.ask('/blog/nothing')).status).toBe(404);
  expect(warnings()).toEqual([]);
  for (const path of ['/llms.txt', '/about/', '/blogs/']) expect((await site.ask(path)).status).toBe(404);
  expect(warnings()).toHaveLength(1);
  expect(warnings()[0]).toContain('proxy_pass');
});
