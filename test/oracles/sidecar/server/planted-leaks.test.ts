import { beforeAll, describe, expect, it } from 'vitest';
import { hashId } from '../../../../src/core/hash.js';
import { LEAK, Leaks, leakyExport, leakyFolder, leakyGhost } from '../../../support/build/planted-leaks.js';
import { leakyContent, leakyGhostSite, leakyWordPress } from '../../../support/build/planted-surroundings.js';
import type { Files } from '../../../support/build/workspace.js';
import { AdminClient } from '../../../support/sidecar/server/admin/client.js';
import {
  adminAnswers,
  leaksInAnswers,
  publicAnswers,
  toolAnswers,
} from '../../../support/sidecar/server/ask-everything.js';
import {
  Connection,
  oauthToken,
  type Proof,
  sharedToken,
} from '../../../support/sidecar/server/mcp/connection.js';
import { serveSite, type TestSite, until } from '../../../support/sidecar/server/serving.js';
import { INVENTED_GATES } from '../../../support/sources/privacy/planted.js';

const leaks = new Leaks();

/** Ids of a folder and of a Ghost export follow from paths and keys. */
const idsOf = (keys: readonly string[]) => keys.map((key) => hashId(key));
const pathsOf = (files: Files) =>
  Object.keys(files)
    .filter((file) => /\.(?:mdx?|html)$/.test(file))
    .map((file) => file.replace('content/', ''));

type Served = readonly [what: string, source: string, files: Files, ids: readonly number[]];

/** Every page takes its time: of each kind of gate a few are asked about. */
const folder = Object.fromEntries(
  Object.entries(leakyFolder(leaks)).filter(([file], at) => at % 6 === 0 || /key-|page-/.test(file)),
);
const content = leakyContent(leaks);
const SITES: readonly Served[] = [
  ['gates of a content folder', 'content', folder, idsOf(pathsOf(folder))],
  ['what surrounds a content folder', 'content', content, idsOf(pathsOf(content))],
  [
    'gates of a WordPress export',
    'export.xml',
    { 'export.xml': leakyExport(INVENTED_GATES, leaks) },
    [1, 2, 40],
  ],
  [
    'what surrounds a WordPress export',
    'export.xml',
    leakyWordPress(leaks),
    [
      1,
      2,
      900,
      ...Array.from({ length: 8 }, (_, at) => 100 + at),
      ...Array.from({ length: 6 }, (_, at) => 200 + at),
    ],
  ],
  ['gates of a Ghost export', 'ghost.json', { 'ghost.json': leakyGhost(leaks) }, idsOf(['post-0', 'post-1'])],
  [
    'what surrounds a Ghost export',
    'ghost.json',
    leakyGhostSite(leaks),
    idsOf(['gate-0', 'gate-1', ...Array.from({ length: 8 }, (_, at) => `hidden-${at}`)]),
  ],
];

const SEARCHES = ['leak', 'tide table', 'inner harbour', 'LEAK001', 'open'];

describe.each(SITES)('[4.2.3-protected] a sidecar that knows %s', (_, source, files, ids) => {
  let site: TestSite;
  let keeper: Proof;
  let client: AdminClient;

  beforeAll(async () => {
    site = await serveSite({
      files,
      config: { source, profile: 'max-readiness', publicDir: undefined },
      settings: { enable_mcp_server: true, enable_agent_writes: true },
    });
    client = new AdminClient(site);
    keeper = await client.as('ada', 'administrator');
  }, 60_000);

  it('tells visitors nothing of it', async () => {
    const said = await publicAnswers(site, SEARCHES);
    expect(said.filter((answer) => answer.includes('Open start')).length).toBeGreaterThan(3);
    expect(leaksInAnswers(said, LEAK)).toEqual([]);
  });

  it.each(['subscriber', 'contributor', 'author'])(
    'tells an account of the role %s nothing of it',
    async (role) => {
      const proof = await client.as(role, role);
      const said = await adminAnswers(site, proof, ids);
      expect(leaksInAnswers(said, LEAK)).toEqual([]);
    },
  );

  it.each([
    ['an OAuth token', () => oauthToken(site, 'ada', 'read')],
    ['the shared token', () => sharedToken(site, 'ada', 'read')],
  ] as const)('tells %s that may only read nothing of it, whoever stands behind it', async (_, proofOf) => {
    const said = await toolAnswers(async () => new Connection(site, await proofOf()), ids);
    expect(leaksInAnswers(said, LEAK)).toEqual([]);
    const open = said.filter(
      (answer) => answer.startsWith('svc-read-content ') && answer.includes('Open start'),
    );
    expect(open.length).toBeGreaterThan(1);
  });

  it('tells an administrator what the entries hold', async () => {
    const connection = new Connection(site, keeper);
    const said: string[] = [];
    for (const id of ids) said.push((await connection.call('svc-read-content', { post_id: id })).text);
    if (source !== 'content' && /gates/.test(_)) expect(said.join('')).toContain('Open start');
    else expect(leaksInAnswers(said, LEAK)).not.toEqual([]);
  });
});

describe('a token that may write', () => {
  it('reads what its account may edit while agents may write, and what visitors get otherwise', async () => {
    const draft = '---\ntitle: Draft\nid: 7\ndraft: true\n---\nLEAK001 the tide table.\n';
    const gated = '---\ntitle: Gated\nid: 8\n---\nOpen start.\n\n:::members\nLEAK002 the tide table.\n:::\n';
    const both = { enable_mcp_server: true, enable_agent_writes: true };
    const site = await serveSite({
      files: { 'content/draft.md': draft, 'content/gated.md': gated },
      config: { publicDir: undefined },
      settings: both,
    });
    await new AdminClient(site).as('ada', 'administrator');
    const connection = new Connection(site, await oauthToken(site, 'ada', 'write'));
    const read = async (post_id: number) =>
      (await connection.call('svc-read-content', { post_id })).body?.result;
    expect((await read(7))?.structuredContent).toMatchObject({
      content: 'LEAK001 the tide table.\n',
      editable: true,
    });
    expect((await read(8))?.structuredContent?.['content']).toContain('LEAK002');
    site.store({ enable_mcp_server: true });
    await until(async () => (await read(7))?.isError === true);
    const open = (await read(8))?.structuredContent;
    expect(open).toMatchObject({ editable: false, format: 'classic', images: [] });
    expect(open?.['content']).toContain('Open start.');
    expect(open?.['content']).not.toContain('LEAK');
    expect(open?.['note']).toContain('read-only');
  });
});
