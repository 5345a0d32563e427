import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage } from '../../../../src/storage/open.js';
import { startSite } from '../../../support/sidecar/oauth/connectable-site.js';
import { type FlowResult, runFullFlow } from '../../../support/sidecar/oauth/full-flow.js';
import type { TestSite } from '../../../support/sidecar/server/serving.js';
import { postgres } from '../../../support/storage/databases.js';

const database = postgres();
beforeAll(() => database.start());
afterAll(() => database.stop());

describe('an assistant with a client library of others', () => {
  it.each([
    { title: 'to a site', basePath: '', isElsewhere: false },
    { title: 'to a site below a path', basePath: '/notes', isElsewhere: false },
    { title: 'with the sidecar on another origin than the site', basePath: '', isElsewhere: true },
  ])(
    '[1-mcp-scoped] connects $title, works, refreshes and hands its token back, and no secret stays anywhere',
    async (setup) => {
      const { site, sidecar } = await startSite(setup);
      const result = await runFullFlow(`${sidecar}/api/svc/v1/mcp`, sidecar);
      expect(site.log.length).toBeGreaterThan(20);
      const files = filesBelow(site.folder);
      expect(files.map(([file]) => file)).toContain(join(site.folder, '.svc/svc.db'));
      expect(leaks(result, site, files)).toEqual([]);
    },
    120_000,
  );

  it('leaves none in PostgreSQL either', async () => {
    const address = await database.address();
    const { site, sidecar } = await startSite({ database: address });
    try {
      const result = await runFullFlow(`${sidecar}/api/svc/v1/mcp`, sidecar);
      const rows = await rowsOf(address);
      expect(rows.map(([table]) => table)).toContain('oauth_tokens');
      expect(leaks(result, site, [...filesBelow(site.folder), ...rows])).toEqual([]);
    } finally {
      await site.serving.close();
    }
  }, 120_000);
});

/** Something that was written, and what it says. */
type Place = readonly [name: string, text: string];

/** Where secrets are that belong nowhere: the log, the database and every other file, pages, and addresses. */
function leaks(
  { secrets, exchanges }: FlowResult,
  { log }: TestSite,
  stored: readonly Place[],
): readonly string[] {
  const places: Place[] = [['log', log.join('\n')], ...stored];
  for (const { url, status, location, body } of exchanges) {
    const path = url.replace(/\?.*/, '');
    places.push([`address ${path}`, isToOurselves(url) ? '' : url]);
    // Tokens are told once, to whom they are given; a code is in the redirect alone.
    const isGivenOut = status < 300 && /\/oauth\/token$|\/mcp-token$/.test(path);
    places.push([`body of ${path} (${status})`, isGivenOut ? '' : body]);
    if (!location.startsWith('http://127.0.0.1:49666/back?code='))
      places.push([`redirect of ${path}`, location]);
  }
  expect(places.length).toBeGreaterThan(50);
  // The search would find them: they were given out.
  expect(exchanges.some(({ body }) => body.includes(secrets['access'] ?? ''))).toBe(true);
  const wrong: string[] = [];
  for (const [place, text] of places) {
    for (const [name, secret] of Object.entries(secrets)) {
      expect([name, secret.length > 20]).toEqual([name, true]);
      if (text.includes(secret)) wrong.push(`${name} in ${place}`);
    }
  }
  return wrong;
}

/** The requests of the test itself that bring a secret in a wrong place. */
function isToOurselves(url: string): boolean {
  return /\/svc\/connect\?(?:code|client_id|redirect_uri)=[0-9a-f]{64}/.test(url);
}

function filesBelow(folder: string): readonly Place[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((file) => [file, readFileSync(file, 'latin1')]);
}

/** Every table of a database with all that is in it. */
async function rowsOf(address: string): Promise<readonly Place[]> {
  const storage = await openStorage(address);
  const tables = await storage.db.introspection.getTables();
  const places: Place[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(storage.db);
    places.push([name, JSON.stringify(rows)]);
  }
  await storage.close();
  return places;
}
