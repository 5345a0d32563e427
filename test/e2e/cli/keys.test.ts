import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keysFromVariable } from '../../../src/documents/signing/key.js';
import { filesIn, text, workspace } from '../../support/build/workspace.js';
import { NOW, type RunOptions, runSvc, spawnSvc } from '../../support/cli/run-svc.js';
import { TEST_KEY_TEXT, TEST_SECRET, testKey } from '../../support/documents/signing/test-key.js';

const KEY = '.svc/signing-key.jwk';
const test = await testKey();

/** Other tests sign with a key from the environment; these look at the file unless they say otherwise. */
function svc(args: readonly string[], { env, ...options }: RunOptions) {
  return runSvc(args, { ...options, env: { SVC_SIGNING_KEY: '', ...env } });
}

function withKey(): string {
  const cwd = workspace({ [KEY]: TEST_KEY_TEXT });
  chmodSync(join(cwd, KEY), 0o600);
  return cwd;
}

interface Report {
  readonly ok: true;
  readonly origin: string;
  readonly key: { readonly kid: string; readonly nbf?: number; readonly exp?: number };
  readonly retired: readonly { readonly kid: string; readonly exp: number }[];
  readonly warnings: readonly unknown[];
}

async function json(args: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<Report> {
  const { code, stdout, stderr } = await svc(['keys', ...args, '--json'], { cwd, env });
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Report;
}

describe('svc keys generate', () => {
  it('makes a key and tells its public half', async () => {
    const cwd = workspace();
    const { code, stdout } = await svc(['keys', 'generate'], { cwd });
    const jwk = JSON.parse(text(cwd, KEY)) as { kid: string; x: string; d: string };
    expect([code, filesIn(cwd)]).toEqual([0, [KEY]]);
    expect(statSync(join(cwd, KEY)).mode & 0o777).toBe(0o600);
    expect(stdout).toContain(jwk.kid);
    expect(stdout).toContain(jwk.x);
    expect(stdout).not.toContain(jwk.d);
  });

  it('never overwrites one: exit code 1, with the way out', async () => {
    const cwd = withKey();
    const { code, stderr } = await svc(['keys', 'generate'], { cwd });
    expect([code, text(cwd, KEY)]).toEqual([1, TEST_KEY_TEXT]);
    expect(stderr).toMatch(/already.*overwritten.*svc keys rotate/s);
    expect(stderr).not.toContain(TEST_SECRET);
  });

  it('prints a key for SVC_SIGNING_KEY that works there, and writes nothing', async () => {
    const cwd = workspace();
    const { code, stdout, stderr } = await svc(['keys', 'generate', '--print'], { cwd });
    expect([code, filesIn(cwd)]).toEqual([0, []]);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(/secret/);
    const { current } = await keysFromVariable(stdout);
    const shown = await json(['show'], cwd, { SVC_SIGNING_KEY: stdout });
    expect(shown).toMatchObject({ origin: 'SVC_SIGNING_KEY', key: { kid: current.kid }, retired: [] });
    expect(shown.key).not.toHaveProperty('nbf');
  });

  it('says that SVC_SIGNING_KEY goes first', async () => {
    const cwd = workspace();
    const env = { SVC_SIGNING_KEY: TEST_KEY_TEXT };
    const { code, stderr } = await svc(['keys', 'generate'], { cwd, env });
    expect([code, stderr]).toEqual([0, expect.stringMatching(/SVC_SIGNING_KEY is set and takes precedence/)]);
  });

  it('puts the key beside the configuration', async () => {
    const cwd = workspace({ 'site/svc.config.json': '{}' });
    await json(['generate', '--config', 'site/svc.config.json'], cwd);
    expect(filesIn(cwd)).toEqual([`site/${KEY}`, 'site/svc.config.json']);
  });
});

describe('svc keys show', () => {
  it('shows the public half, its times and where it is, never the secret', async () => {
    const cwd = withKey();
    const { code, stdout } = await svc(['keys', 'show'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toBe(
      `key      ${test.kid}
from     .svc/signing-key.jwk
made     2026-01-01T00:00:00Z
public   {"kty":"OKP","crv":"Ed25519","x":"${test.x}"}
listed   until 2028-01-01T00:00:00Z
`,
    );
    expect(JSON.stringify(await json(['show'], cwd))).not.toContain(TEST_SECRET);
  });

  it('fails without a key, and leaves nothing behind', async () => {
    const cwd = workspace();
    for (const verb of ['show', 'rotate']) {
      const { code, stderr } = await svc(['keys', verb], { cwd });
      expect([code, stderr]).toEqual([1, expect.stringMatching(/no signing key.*svc keys generate/s)]);
    }
    expect(existsSync(join(cwd, '.svc'))).toBe(false);
  });

  it('warns of a key that others may read', async () => {
    const cwd = withKey();
    chmodSync(join(cwd, KEY), 0o644);
    expect((await svc(['keys', 'show'], { cwd })).stderr).toMatch(/mode 644.*chmod 600/s);
    const { stdout } = await svc(['keys', 'show', '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ warnings: [{ code: 'signing-key-readable' }] });
  });

  it('names the variable that is wrong, and nothing of it: exit code 2', async () => {
    const cwd = workspace();
    for (const flags of [['--json'], ['--debug'], []]) {
      const env = { SVC_SIGNING_KEY: `{"d":"${TEST_SECRET}"` };
      const { code, stdout, stderr } = await svc(['keys', 'show', ...flags], { cwd, env });
      expect([code, stdout + stderr]).toEqual([2, expect.stringContaining('SVC_SIGNING_KEY is neither')]);
      expect(stdout + stderr).not.toContain(TEST_SECRET);
    }
  });
});

describe('svc keys rotate', () => {
  it('takes a new key and keeps the old one for as long as the setting says', async () => {
    const cwd = workspace({ [KEY]: TEST_KEY_TEXT, 'svc.settings.json': '{"signature_max_age_days": 30}' });
    chmodSync(join(cwd, KEY), 0o600);
    const report = await json(['rotate'], cwd);
    expect(report.key).toMatchObject({ nbf: NOW });
    expect(report.key.kid).not.toBe(test.kid);
    expect(report.retired).toMatchObject([{ kid: test.kid, exp: NOW + 30 * 86_400 }]);
    expect(await json(['show'], cwd)).toEqual(report);
    for (const file of filesIn(cwd)) expect(text(cwd, file)).not.toContain(TEST_SECRET);
    expect((await svc(['keys', 'show'], { cwd })).stdout).toContain(`retired  ${test.kid}, listed until`);
  });

  it('prints the next value of SVC_SIGNING_KEY, which keeps the old one verifiable', async () => {
    const cwd = workspace();
    const env = { SVC_SIGNING_KEY: TEST_KEY_TEXT };
    const refused = await svc(['keys', 'rotate'], { cwd, env });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('rotate --print')]);
    const { code, stdout } = await svc(['keys', 'rotate', '--print'], { cwd, env });
    expect([code, filesIn(cwd)]).toEqual([0, []]);
    expect(stdout).not.toContain(TEST_SECRET);
    const shown = await json(['show'], cwd, { SVC_SIGNING_KEY: stdout });
    expect(shown.retired).toMatchObject([{ kid: test.kid, exp: NOW + 90 * 86_400 }]);
  });

  it('does nothing while a build runs', async () => {
    const cwd = withKey();
    const holder = JSON.stringify({ pid: process.ppid, host: hostname() });
    writeFileSync(join(cwd, '.svc/build.lock'), holder);
    const { code, stdout } = await svc(['keys', 'rotate', '--json'], {
      cwd,
      env: { SVC_LOCK_TIMEOUT: '0' },
    });
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { error: { code: 'SVC_OUT_BUSY' } }]);
    expect(text(cwd, KEY)).toBe(TEST_KEY_TEXT);
  });
});

describe('wrong usage of svc keys', () => {
  it.each([[['keys']], [['keys', 'melt']], [['keys', 'show', '--print']], [['keys', 'show', 'extra']]])(
    '%j ends with 2',
    async (args) => {
      const cwd = workspace();
      expect((await svc(args, { cwd })).code).toBe(2);
      const { code, stdout } = await svc([...args, '--json'], { cwd });
      expect([code, JSON.parse(stdout)]).toMatchObject([2, { ok: false, error: { code: 'SVC_USAGE' } }]);
    },
  );

  it.each(['generate', 'rotate', 'show'])('svc keys %s --help shows examples', async (verb) => {
    const { code, stdout } = await svc(['keys', verb, '--help'], { cwd: workspace() });
    expect([code, stdout]).toEqual([0, expect.stringContaining('svc keys generate --print')]);
  });

  it('is told by the program as a process of its own', async () => {
    const cwd = workspace();
    expect((await spawnSvc(['keys', 'melt'], { cwd })).code).toBe(2);
  });
});
