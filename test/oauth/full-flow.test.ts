import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TestSite } from '../server/serving.js';
import { startSite } from './connectable-site.js';
import { type FlowResult, runFullFlow } from './full-flow.js';

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
      expect(leaks(result, site)).toEqual([]);
    },
    120_000,
  );
});

/** Where secrets are that belong nowhere: the log, the database and every other file, pages, and addresses. */
function leaks({ secrets, exchanges }: FlowResult, { folder, log }: TestSite): readonly string[] {
  const places: [string, string][] = [['log', log.join('\n')]];
  for (const file of filesBelow(folder)) places.push([file, readFileSync(file, 'latin1')]);
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

function filesBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(files.some((file) => file.endsWith('svc.db') && existsSync(file))).toBe(true);
  return files;
}
