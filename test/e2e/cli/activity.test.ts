import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ReferralReader } from '../../../src/insights/activity/referrals/reader.js';
import { openStorage } from '../../../src/storage/open.js';
import { workspace } from '../../support/build/workspace.js';
import { docExample } from '../../support/cli/doc-example.js';
import { type Failure, runSvc } from '../../support/cli/run-svc.js';
import { AGENTS, combinedLine, NOW } from '../../support/insights/activity/ingest/lines.js';

const at = (second: number) => ({ at: NOW - 3600 + second });

const LOG = [
  combinedLine(at(0)),
  combinedLine(at(1)),
  combinedLine({ ...at(2), path: '/llms.txt?again' }),
  combinedLine({ ...at(3), path: '/posts/ropes.md', agent: AGENTS.google }),
  combinedLine({ ...at(4), path: '/index.md', agent: AGENTS.google }),
  combinedLine({ ...at(5), path: '/.well-known/discovery.json', agent: AGENTS.curl }),
  combinedLine({ path: '/posts/ropes/', agent: AGENTS.firefox, referrer: 'https://chatgpt.com/' }),
  combinedLine({ path: '/posts/ropes/', agent: AGENTS.firefox, referrer: 'https://claude.ai/' }),
  combinedLine({ path: '/posts/ropes/', agent: AGENTS.firefox }),
  combinedLine({ path: '/crane.svg', agent: AGENTS.firefox }),
  combinedLine({ path: '/nowhere.md', status: 404 }),
  'the disk was full here\n',
].join('');

const site = () =>
  workspace({
    'svc.config.json': JSON.stringify({ site: { url: 'https://harbour.example', name: 'Harbour Notes' } }),
    'access.log': LOG,
  });

const svc = (cwd: string, ...args: readonly string[]) => runSvc(['activity', ...args], { cwd });

/** The time that a run takes is not the same every time. */
const steady = (text: string) => text.replace(/in \d+\.\d s/, 'in 0.2 s');

describe('svc activity', () => {
  it('prints what docs/log-ingest.md and docs/ai-referrals.md show', async () => {
    const cwd = site();
    const ingest = steady((await svc(cwd, 'ingest', 'access.log')).stderr);
    expect(docExample('docs/log-ingest.md', 'ingest', ingest)).toBe(ingest);
    for (const [name, args] of [
      ['summary', ['summary']],
      ['log', ['log', '--limit', '3']],
    ] as const) {
      const { code, stdout } = await svc(cwd, ...args);
      expect([code, docExample('docs/log-ingest.md', name, stdout)]).toEqual([0, stdout]);
    }
    const block = `${JSON.stringify(await referrals(cwd), null, 2)}\n`;
    expect(docExample('docs/ai-referrals.md', 'referrals', block)).toBe(block);
  });

  it('narrows the log', async () => {
    const cwd = site();
    await svc(cwd, 'ingest', 'access.log');
    const rows = async (...args: readonly string[]) => {
      const { stdout } = await svc(cwd, 'log', '--json', ...args);
      return (JSON.parse(stdout) as { readonly total: number }).total;
    };
    expect(await rows('--agent', 'Googlebot')).toBe(2);
    expect(await rows('--document', 'llms.txt', '--from', '2026-07-02', '--to', '2026-07-02')).toBe(3);
    expect(await rows('--verdict', 'spoofed')).toBe(0);
    expect(await rows('--ua', 'CURL')).toBe(1);
    expect((await svc(cwd, 'log', '--verdict', 'refused')).stdout).toBe('No visits.\n');
  });

  it('reads a log that was cut while its server wrote to it', async () => {
    const cwd = workspace({ 'access.log': `\0\0\0${combinedLine()}\0${combinedLine()}` });
    await svc(cwd, 'ingest', 'access.log');
    const { stdout } = await svc(cwd, 'log', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ total: 2 });
  });

  it.each([
    [['--from', '2026-02-31'], '--from is "2026-02-31", which isn\'t a date'],
    [['--verdict', 'maybe'], '--verdict is "maybe"'],
    [['--limit', '0'], '--limit is "0"'],
  ])('refuses %j', async (args, message) => {
    const { code, stdout } = await svc(site(), 'log', ...args, '--json');
    const { error } = JSON.parse(stdout) as { error: Failure['error'] };
    expect([code, error.code, error.message]).toEqual([2, 'SVC_USAGE', expect.stringContaining(message)]);
  });

  it('says that the log is switched off', async () => {
    const cwd = workspace({ 'svc.settings.json': '{"enable_activity": false}' });
    expect((await svc(cwd, 'summary')).stdout).toContain('The visit log is switched off (enable_activity).');
  });
});

async function referrals(cwd: string) {
  const storage = await openStorage(join(cwd, '.svc/svc.db'));
  const reader = new ReferralReader({
    storage,
    settings: () => Promise.resolve({ enable_activity: true, log_unknown_referrers: false }),
    pages: () => Promise.resolve({ isBeacon: false }),
    retention: () => Promise.resolve({ days: 30, autoPrune: true, window: 30 }),
    now: () => NOW,
  });
  const block = await reader.block();
  await storage.close();
  return block;
}
