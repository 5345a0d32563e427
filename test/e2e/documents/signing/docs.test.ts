import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { type InnerList, parseDictionary } from 'structured-headers';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../../../src/build/manifest.js';
import { headersManifest } from '../../../../src/deploy/manifests/neutral.js';
import { publicHalf } from '../../../../src/documents/signing/key.js';
import { documentResponse, signedHeaders } from '../../../../src/documents/signing/sign.js';
import { signatureBase } from '../../../../src/documents/signing/signature-base.js';
import { workspace } from '../../../support/build/workspace.js';
import { docExample } from '../../../support/cli/doc-example.js';
import { build, runSvc } from '../../../support/cli/run-svc.js';
import { testContext } from '../../../support/documents/context.js';
import { TEST_KEY_TEXT, testKey } from '../../../support/documents/signing/test-key.js';

const PAGE = 'docs/signing.md';
const URL_ = 'https://tea.example/.well-known/mcp.json';
const ARGS = ['--source', 'content', '--base-url', 'https://tea.example'];
const key = await testKey();

function expectExample(name: string, actual: string): void {
  expect(docExample(PAGE, name, actual)).toBe(actual);
}

function site() {
  return workspace({ 'content/oolong.md': '---\ntitle: Oolong\n---\nSteep it thrice.\n' });
}

describe('docs/signing.md', () => {
  it('shows the headers of a document and what was signed', async () => {
    const cwd = site();
    await build(ARGS, { cwd });
    const { signatures = [] } = (await readManifest(join(cwd, 'out'))) ?? {};
    const record = signatures.find(({ path }) => path.endsWith('/mcp.json'));
    if (record === undefined) throw new Error('mcp.json was not signed');
    const headers = signedHeaders(record);
    expectExample(
      'headers',
      Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\n`)
        .join(''),
    );
    const list = parseDictionary(headers['Signature-Input']).get('sig1') as InnerList;
    expectExample('base', `${signatureBase(documentResponse(URL_, record.digest), list)}\n`);
  });

  it('shows the warning of a build in CI that has no key', async () => {
    const { stderr } = await runSvc(['build', ...ARGS], {
      cwd: site(),
      env: { SVC_SIGNING_KEY: '', CI: 'true' },
    });
    const line = stderr.split('\n').find((one) => one.includes('Nothing is signed'));
    expectExample('ci', `${line}\n`);
  });

  it('shows what svc keys show prints', async () => {
    const cwd = workspace({ '.svc/signing-key.jwk': TEST_KEY_TEXT });
    chmodSync(join(cwd, '.svc/signing-key.jwk'), 0o600);
    const { stdout } = await runSvc(['keys', 'show'], { cwd, env: { SVC_SIGNING_KEY: '' } });
    expectExample('show', `$ svc keys show\n${stdout}`);
  });

  it('shows a rule of headers.json', () => {
    const ctx = testContext({ signing: { keys: [publicHalf(key)], signedIds: new Set() } });
    const { rules } = headersManifest(ctx, { signed: [] });
    const rule = rules.find(({ surface }) => surface === 'markdown');
    expectExample('rule', `${JSON.stringify(rule, null, 4)}\n`);
  });
});
