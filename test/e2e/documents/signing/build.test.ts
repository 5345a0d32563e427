import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../../../src/build/manifest.js';
import type { PublicKey } from '../../../../src/documents/document-row.js';
import type { SigningKey } from '../../../../src/documents/signing/key.js';
import { type SignatureRecord, signedHeaders } from '../../../../src/documents/signing/sign.js';
import { verifyDocument } from '../../../../src/documents/signing/verify.js';
import { filesIn, text, workspace } from '../../../support/build/workspace.js';
import { build, NOW, runSvc } from '../../../support/cli/run-svc.js';
import { TEST_KEY_TEXT, TEST_SECRET } from '../../../support/documents/signing/test-key.js';

const DAY = 86_400;
const DIRECTORY = '.well-known/http-message-signatures-directory';
const DOCUMENTS = ['discovery.json', 'agent-card.json', 'agent.json', 'mcp.json'].map(
  (name) => `.well-known/${name}`,
);
const PAGE = '---\ntitle: Oolong\n---\nSteep it thrice.\n';

function site(settings = '{}') {
  return workspace({ 'content/oolong.md': PAGE, 'svc.settings.json': settings });
}

interface BuildAt {
  readonly env?: Record<string, string>;
  readonly now?: number;
  readonly url?: string;
}

async function buildIn(cwd: string, { url = 'https://tea.example', ...options }: BuildAt = {}) {
  const report = await build(['--source', 'content', '--base-url', url], { cwd, ...options });
  const records = (await readManifest(join(cwd, 'out')))?.signatures ?? [];
  const keys = existsSync(join(cwd, 'out', DIRECTORY))
    ? (JSON.parse(text(cwd, `out/${DIRECTORY}`)) as { keys: PublicKey[] }).keys
    : [];
  return { report, records, keys, url };
}

/** What a reader finds out about the files of a build with nothing but the keys of its directory. */
function verdicts(cwd: string, built: Awaited<ReturnType<typeof buildIn>>, now = NOW) {
  const base = new URL(built.url).pathname.replace(/\/$/, '');
  return built.records.map((record: SignatureRecord) => {
    const file = decodeURIComponent(record.path.slice(base.length + 1));
    const form = file === DIRECTORY ? 'directory' : 'document';
    const verdict = verifyDocument({
      bytes: readFileSync(join(cwd, 'out', file)),
      url: new URL(record.path, built.url).href,
      headers: Object.entries(signedHeaders(record, form)),
      keys: built.keys,
      now,
      form,
    });
    return [file, verdict.outcome];
  });
}

const VERIFIED = [...DOCUMENTS, DIRECTORY].sort().map((file) => [file, 'verified']);

describe('the files of a build', () => {
  it.each(['https://tea.example', 'https://tea.example/shop', 'http://localhost:8080'])(
    '[1-signs-when-enabled] are signed where the site lies: %s',
    async (url) => {
      const cwd = site();
      const built = await buildIn(cwd, { url });
      expect(verdicts(cwd, built).sort()).toEqual(VERIFIED);
    },
  );

  it('[1-signs-when-enabled] are not signed while signing is off', async () => {
    const cwd = site('{"enable_signing": false}');
    const { records } = await buildIn(cwd, { env: { SVC_SIGNING_KEY: '' } });
    expect([
      records,
      existsSync(join(cwd, 'out', DIRECTORY)),
      existsSync(join(cwd, '.svc/signing-key.jwk')),
    ]).toEqual([[], false, false]);
  });

  it('never hold the secret of the key, nor does the report', async () => {
    const cwd = site();
    const { report } = await buildIn(cwd, { env: { SVC_SIGNING_KEY: TEST_KEY_TEXT } });
    expect(JSON.stringify(report)).not.toContain(TEST_SECRET);
    for (const file of filesIn(cwd))
      expect(readFileSync(join(cwd, file), 'latin1')).not.toContain(TEST_SECRET);
    expect(existsSync(join(cwd, '.svc/signing-key.jwk'))).toBe(false);
  });
});

describe('a build after a build', () => {
  it('writes nothing while signatures are fresh, and signs again when half of their time is over', async () => {
    const cwd = site();
    const first = await buildIn(cwd);
    const fresh = await buildIn(cwd, { now: NOW + 45 * DAY - 1 });
    expect(fresh.records).toEqual(first.records);
    const later = await buildIn(cwd, { now: NOW + 45 * DAY });
    expect(new Set(later.records.map(({ created }) => created))).toEqual(new Set([NOW + 45 * DAY]));
    expect(verdicts(cwd, later, NOW + 135 * DAY - 1).sort()).toEqual(VERIFIED);
  });

  it('keeps retired keys in the directory, and drops them in time', async () => {
    const cwd = site();
    const env = { SVC_SIGNING_KEY: '' };
    const first = await buildIn(cwd, { env });
    expect((await runSvc(['keys', 'rotate'], { cwd, env, now: NOW + DAY })).code).toBe(0);
    const second = await buildIn(cwd, { env, now: NOW + DAY });
    const [old] = first.keys as SigningKey[];
    expect(second.keys.map(({ kid }) => kid)).toEqual([expect.not.stringMatching(old?.kid ?? ''), old?.kid]);
    expect(second.records.every(({ keyid }) => keyid === second.keys[0]?.kid)).toBe(true);
    // Copies of the first deployment verify to the end of their time.
    const kept = { ...first, keys: second.keys };
    const unchanged = verdicts(cwd, kept, NOW + 90 * DAY - 1).filter(([file]) => file !== DIRECTORY);
    expect(unchanged.sort()).toEqual(DOCUMENTS.sort().map((file) => [file, 'verified']));
    const last = await buildIn(cwd, { env, now: NOW + 91 * DAY });
    expect(last.keys).toHaveLength(1);
  });
});
