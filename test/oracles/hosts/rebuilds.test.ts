import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Serving } from '../../../src/api/start-server.js';
import { shortHash } from '../../../src/core/hash.js';
import type { PublicKey } from '../../../src/documents/document-row.js';
import { verifyDocument } from '../../../src/documents/signing/verify.js';
import { freePort } from '../../support/free-port.js';
import { differences } from '../../support/hosts/compare.js';
import { type Answer, ask } from '../../support/hosts/http.js';
import { type Owner, signInOwner } from '../../support/hosts/owner.js';
import { serveBuilt } from '../../support/hosts/serve-built.js';
import { type RunningServer, type ServerName, startServer, webServer } from '../../support/hosts/servers.js';
import { type BuiltSite, buildSite } from '../../support/hosts/site.js';
import { needs } from '../../support/needs.js';
import { until } from '../../support/sidecar/server/serving.js';

const SITE = 'https://observatory.example';
const SERVERS: readonly ServerName[] = ['nginx', 'caddy', 'apache'];
const DIRECTORY = '/.well-known/http-message-signatures-directory';

/** Documents that these changes alter, switch on or switch off, pages among them, and plain files. */
const ADDRESSES = [
  DIRECTORY,
  '/.well-known/discovery.json',
  '/.well-known/agent-card.json',
  '/.well-known/agent.json',
  '/.well-known/mcp.json',
  '/.well-known/openapi.json',
  '/.well-known/api-catalog',
  '/.well-known/tdmrep.json',
  '/.well-known/security.txt',
  '/.well-known/ard.json',
  '/.well-known/ai-catalog.json',
  '/.well-known/oauth-protected-resource/svc/mcp',
  '/.well-known/oauth-protected-resource',
  '/.well-known/telescope.json',
  '/.well-known/star-catalogue.json',
  '/.well-known/change-password',
  '/.well-known/nobody.json',
  '/llms.txt',
  '/llms-full.txt',
  '/robots.txt',
  '/svc-changes.json',
  '/svc-sitemap.xml',
  '/svc-sitemap-post-1.xml',
  '/sitemap.xml',
  '/sitemap.md',
  '/auth.md',
  '/index.md',
  '/.md',
  '/about.md',
  '/posts/first-light.md',
  '/',
  '/about',
  '/about/',
  '/posts/first-light/',
  '/tag/lens/',
  '/nobody/',
  '/nobody.md',
  '/.git/config',
  '/favicon.svg',
  '/svc-style.css',
] as const;

const CHANGES: readonly Readonly<Record<string, unknown>>[] = [
  { blocked_trainers: ['DomeBot'], tdm_policy_url: '/machines/' },
  { enable_llms_txt: false },
  { enable_llms_txt: true, enable_llms_full: false, enable_ai_catalog: true },
  { enable_markdown: false },
  { enable_markdown: true, markdown_for_ai_agents: true, soft_404_markdown: true },
  { content_signal: { search: true, ai_input: false, ai_train: true } },
  { enable_security_txt: false, enable_root_sitemap: true, bypass_shared_cache: true },
  { enable_mcp_server: true, enable_root_oauth_metadata: true, enable_auth_md: false },
  { enable_signing: false, enable_sitemap: false, enable_sitemap_md: false },
  {
    enable_signing: true,
    signature_max_age_days: 7,
    bypass_shared_cache: false,
    enable_sitemap: true,
    content_signal: { search: true, ai_input: true, ai_train: false },
    ai_noai_header: true,
  },
];

let site: BuiltSite;
let serving: Serving;
let owner: Owner;
let servers: readonly RunningServer[] = [];
const log: string[] = [];

/** A reader, a client that names Markdown, and a program that reads for a language model. */
const CLIENTS = [
  {},
  { Accept: 'text/markdown' },
  { 'User-Agent': 'Mozilla/5.0 (compatible; ClaudeBot/1.0)' },
] as const;

beforeAll(async () => {
  const port = await freePort();
  site = await buildSite({ hosts: [...SERVERS], sidecar: true, sidecarAddress: `127.0.0.1:${port}` });
  serving = await serveBuilt(site, port, log);
  owner = await signInOwner(site, serving.url.replace(/\/$/, ''));
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await serving?.close();
});

describe('servers beside a sidecar that rebuilds', needs(...SERVERS.map(webServer)), () => {
  it('answer as it does after each change of the settings, without a reload', async () => {
    const running: RunningServer[] = [];
    for (const name of SERVERS) running.push(await startServer(name, site));
    servers = running;
    const seen: string[] = [await compareAll('as built')];
    for (const [index, change] of CHANGES.entries()) {
      const before = rebuilds();
      const saved = await owner.save(change);
      expect(saved.status, JSON.stringify(change)).toBe(200);
      await until(() => rebuilds() > before, 120_000);
      seen.push(await compareAll(`change ${index + 1}`));
    }
    // Each change has been seen from outside.
    expect(seen.map((one) => seen.indexOf(one))).toEqual([...seen.keys()]);
  }, 420_000);
});

/** How often the sidecar has built again. */
function rebuilds(): number {
  return log.filter((line) => line.includes('"msg":"rebuilt"')).length;
}

/** @returns what svc serve has answered, as one text */
async function compareAll(when: string): Promise<string> {
  const reference = serving.url.replace(/\/$/, '');
  const directory = await ask(reference, DIRECTORY);
  // While nothing is signed there are no keys.
  const { keys } = (directory.status === 200 ? JSON.parse(String(directory.body)) : {}) as Directory;
  const wrong: string[] = [];
  const seen: string[] = [];
  for (const path of ADDRESSES) {
    for (const headers of CLIENTS) {
      const expected = await ask(reference, path, { headers });
      seen.push(shown(expected));
      wrong.push(...proofFaults('svc serve', path, expected, keys));
      for (const { name, origin } of servers) {
        const actual = await ask(origin, path, { headers });
        const faults = proofFaults(name, path, actual, keys);
        const differs = differences(unsigned(expected), unsigned(actual));
        const found = [...faults, ...(differs.length === 0 ? [] : await stillDiffers(origin, path, headers))];
        wrong.push(...found.map((text) => `${when}: ${name}: ${path} ${JSON.stringify(headers)}: ${text}`));
      }
    }
  }
  expect(wrong).toEqual([]);
  return seen.join('\n');
}

/** Asked again, the one right after the other: a build may have ended between the first two answers. */
async function stillDiffers(
  origin: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const expected = await ask(serving.url.replace(/\/$/, ''), path, { headers });
  return differences(unsigned(expected), unsigned(await ask(origin, path, { headers })));
}

/** That there is a signature, but not which: each answer may be signed at another second. */
function unsigned(answer: Answer): Answer {
  const fields = Object.entries(answer.headers).map(([name, values]) =>
    /^signature/.test(name) ? [name, ['signed']] : [name, values],
  );
  return { ...answer, headers: Object.fromEntries(fields) as Answer['headers'] };
}

interface Directory {
  readonly keys?: readonly PublicKey[];
}

function shown({ status, headers, body }: Answer): string {
  return `${status} ${headers['link']?.length ?? 0} ${headers['cache-control']} ${shortHash(body.toString('latin1'))}`;
}

/** What is signed carries its digest, and the signature is true. */
function proofFaults(
  name: string,
  path: string,
  { status, headers, body }: Answer,
  keys: readonly PublicKey[] = [],
): readonly string[] {
  if (headers['signature'] === undefined) {
    return headers['content-digest'] === undefined ? [] : [`${name}: a digest without a signature`];
  }
  const verdict = verifyDocument({
    bytes: body,
    url: SITE + path,
    status,
    headers: Object.entries(headers).flatMap(([field, values]) =>
      values.map((value) => [field, value] as const),
    ),
    keys,
    now: Date.now() / 1000,
    form: path === DIRECTORY ? 'directory' : 'document',
  });
  return verdict.outcome === 'verified' ? [] : [`${name}: ${JSON.stringify(verdict)}`];
}
