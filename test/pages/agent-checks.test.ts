import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Preview, startPreview } from '../../src/cli/preview.js';
import { workspace } from '../pipeline/workspace.js';
import { OWN_SITES } from './sites.js';

interface Check {
  readonly name: string;
  readonly passed: boolean;
  readonly skipped: boolean;
  readonly detail?: string;
}

describe('checkers of others', () => {
  let preview: Preview;

  beforeAll(async () => {
    const [example] = OWN_SITES;
    const setup = { ...example, name: undefined, profile: 'max-readiness' };
    const cwd = workspace({ 'svc.config.json': JSON.stringify(setup) });
    const env = { SOURCE_DATE_EPOCH: '1782986400' };
    const terminal = { env, cwd, out: () => {}, err: () => {}, isTty: false };
    preview = await startPreview(undefined, { port: '0' }, terminal);
  });

  afterAll(() => preview?.close());

  it('agent-readability finds everything', async () => {
    const bin = 'node_modules/@vercel/agent-readability/dist/cli/index.cjs';
    const report = (await run(bin, 'audit', `${preview.url}posts/the-long-relief/`, '--json')) as {
      readonly categories: Readonly<Record<string, { readonly checks: readonly Check[] }>>;
    };
    const checks = Object.values(report.categories).flatMap((category) => category.checks);
    expect(checks.length).toBeGreaterThan(20);
    const failed = checks.filter(({ passed, skipped }) => !passed || skipped).map(({ name }) => name);
    expect(failed).toEqual([]);
  });

  it('llms-txt-check finds nothing', async () => {
    const report = (await run('node_modules/llms-txt-check/dist/cli.js', preview.url, '--json')) as {
      readonly sourceStatus: number;
      readonly sourceProblems: readonly string[];
      readonly issues: readonly unknown[];
      readonly failures: readonly unknown[];
    };
    expect(report).toMatchObject({ sourceStatus: 200, sourceProblems: [], failures: [] });
  });
});

function run(script: string, ...args: readonly string[]): Promise<unknown> {
  return new Promise((done, fail) => {
    execFile(process.execPath, [resolve(script), ...args], (error, stdout, stderr) => {
      // A report with findings comes with an exit code of its own.
      if (stdout.trim() === '') fail(error ?? new Error(stderr));
      else done(JSON.parse(stdout));
    });
  });
}
