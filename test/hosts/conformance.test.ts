import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCEPTS, kindsOfPaths, METHODS } from './cases.js';
import { differences } from './compare.js';
import { expectedAnswer } from './expected.js';
import { ask } from './http.js';
import { hasServer, type RunningServer, type ServerName, startServer, versionOf } from './servers.js';
import { type BuiltSite, buildSite } from './site.js';

const SERVERS: readonly ServerName[] = ['nginx', 'caddy', 'apache'];

let site: BuiltSite;

beforeAll(async () => {
  site = await buildSite({ hosts: ['nginx', 'caddy', 'apache'] });
});

describe.each(SERVERS)('%s with the rules of a build', (name) => {
  const isThere = hasServer(name);
  let server: RunningServer | undefined;

  beforeAll(async () => {
    if (isThere) server = await startServer(name, site);
  });

  afterAll(() => server?.stop());

  it.skipIf(!isThere)('answers as headers.json says', async () => {
    const origin = server?.origin ?? '';
    const wrong: string[] = [];
    let count = 0;
    for (const [kind, path] of kindsOfPaths(site)) {
      for (const method of METHODS) {
        for (const accept of method === 'GET' || method === 'HEAD' ? ACCEPTS : [undefined]) {
          const headers = accept === undefined ? {} : { Accept: accept };
          const actual = await ask(origin, path, { method, headers });
          const asked = { method, path, ...(accept !== undefined && { accept }) };
          count += 1;
          for (const difference of differences(expectedAnswer(site, asked), actual)) {
            wrong.push(`${kind}: ${method} ${path} (${accept ?? 'no Accept'}): ${difference}`);
          }
        }
      }
    }
    process.stdout.write(`${versionOf(name)}: ${count} requests, ${wrong.length} differences\n`);
    expect(wrong).toEqual([]);
  });
});
