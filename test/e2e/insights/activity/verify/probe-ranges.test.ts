import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { guardedFetch } from '../../../../../src/core/net/guarded-fetch.js';
import { probeRanges } from '../../../../../src/insights/activity/verify/published-ranges.js';

const served: Readonly<Record<string, string>> = {
  '/ranges.json': '["192.0.2.0/24", "2001:db8::/32", "harbour"]',
  '/page.html': '<!doctype html>',
  '/long.json': '['.repeat(300_000),
};
const server = createServer((request, response) => {
  const text = served[request.url ?? ''];
  response.writeHead(text === undefined ? 404 : 200).end(text);
});
let base = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => void server.close());

it.each<readonly [string, unknown]>([
  ['/ranges.json', { ok: true, prefixes: 2 }],
  ['/page.html', { ok: false, message: "It isn't a list of address ranges." }],
  ['/nowhere', { ok: false, message: 'The address responds with status 404.' }],
  ['/long.json', { ok: false, message: 'The file is too long for a range file.' }],
])('%s', async (path, expected) => {
  expect(await probeRanges(guardedFetch({ allowPrivate: ['127.0.0.1'] }), base + path)).toEqual(expected);
});
