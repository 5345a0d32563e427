import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, text, treeOf, workspace, writeFiles } from '../../../support/build/workspace.js';
import { build, runSvc, TEST_KEY } from '../../../support/cli/run-svc.js';

const ARGS = ['--source', 'content', '--base-url', 'https://ferry.example', '--hosts', 'nginx'];
const CONTENT = { 'content/rope.md': '---\ntitle: Rope\ndate: 2026-05-02\n---\n\nThe old one had knots.\n' };
const NO_KEY = { CI: 'true', SVC_SIGNING_KEY: undefined };

describe('a build in CI without a key', () => {
  it('is that with signing switched off, makes no key and says how to give one', async () => {
    const cwd = workspace(CONTENT);
    const { warnings } = await build(ARGS, { cwd, env: NO_KEY });
    expect(warnings.filter(({ code }) => code.startsWith('signing'))).toMatchObject([
      { code: 'signing-no-key', fix: expect.stringContaining('svc keys generate --print') },
    ]);
    const off = workspace({ ...CONTENT, 'svc.settings.json': '{"enable_signing":false}' });
    expect((await build(ARGS, { cwd: off, env: NO_KEY })).warnings).toEqual(
      warnings.filter(({ code }) => code !== 'signing-no-key'),
    );
    expect(treeOf(join(cwd, 'out'))).toEqual(treeOf(join(off, 'out')));
    expect(treeOf(join(cwd, 'deploy'))).toEqual(treeOf(join(off, 'deploy')));
    expect(filesIn(cwd).filter((file) => /key|signatures-directory/.test(file))).toEqual([]);
    expect(text(cwd, 'deploy/headers.json')).not.toContain('Signature');
    expect((await runSvc(['validate'], { cwd, env: NO_KEY })).code).toBe(0);
    const checked = await runSvc(['check'], { cwd, env: NO_KEY });
    expect([checked.code, checked.stdout]).toEqual([0, expect.stringMatching(/pass Files up to date/)]);
  });

  it.each([
    ['of the environment', { CI: '1', SVC_SIGNING_KEY: TEST_KEY }, {}],
    ['that was kept', NO_KEY, { '.svc/signing-key.jwk': TEST_KEY }],
    ['that it makes where CI is switched off', { CI: 'false', SVC_SIGNING_KEY: undefined }, {}],
  ])('signs with a key %s', async (_, env, files) => {
    const cwd = workspace({ ...CONTENT, ...files });
    await build(ARGS, { cwd, env });
    expect(text(cwd, 'deploy/headers.json')).toContain('Signature');
    expect(filesIn(join(cwd, 'out'))).toContain('.well-known/http-message-signatures-directory');
  });

  it('signs as soon as a key is given', async () => {
    const cwd = workspace(CONTENT);
    await build(ARGS, { cwd, env: NO_KEY });
    writeFiles(cwd, { '.svc/signing-key.jwk': TEST_KEY });
    await build(ARGS, { cwd, env: NO_KEY });
    expect(text(cwd, 'deploy/headers.json')).toContain('Signature');
  });
});
