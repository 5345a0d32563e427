import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPreview } from '../../../../src/cli/preview.js';
import { OWN_SITES } from '../../../support/build/pages/sites.js';
import { staticFiles } from '../../../support/build/pages/static-files.js';
import { workspace } from '../../../support/build/workspace.js';
import { build } from '../../../support/cli/run-svc.js';

interface Check {
  readonly name: string;
  readonly passed: boolean;
  readonly skipped: boolean;
  readonly detail?: string;
}

const [example] = OWN_SITES;
const CONFIG = { ...example, name: undefined, profile: 'max-readiness' };

/** What only a server can do that looks at what it is asked with. */
const NEGOTIATED = [
  'Agent UA → markdown',
  'Accept header → markdown',
  'Vary: Accept',
  'Missing page → markdown',
];

/** The site as a preview serves it, and on a host that knows nothing but files. */
const HOSTS: readonly (readonly [name: string, negotiated: readonly string[], start: () => Promise<Host>])[] =
  [
    ['a preview', [], startOwn],
    ['plain files', NEGOTIATED, startPlain],
  ];

interface Host {
  readonly url: string;
  close(): unknown;
}

async function startOwn(): Promise<Host> {
  const cwd = workspace({ 'svc.config.json': JSON.stringify(CONFIG) });
  const env = { SOURCE_DATE_EPOCH: '1782986400' };
  return startPreview(undefined, { port: '0' }, { env, cwd, out: () => {}, err: () => {}, isTty: false });
}

async function startPlain(): Promise<Host> {
  const cwd = workspace({ 'svc.config.json': JSON.stringify({ ...CONFIG, html: 'render' }) });
  const server = createServer(staticFiles([join(cwd, 'out')])).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await build(['--base-url', url.slice(0, -1)], { cwd });
  return { url, close: () => server.close() };
}

describe.each(HOSTS)('checkers of others, of %s', (_, negotiated, start) => {
  let host: Host;

  beforeAll(async () => {
    host = await start();
  });

  afterAll(() => host?.close());

  it('agent-readability finds everything', async () => {
    const bin = 'node_modules/@vercel/agent-readability/dist/cli/index.cjs';
    const report = (await run(bin, 'audit', `${host.url}posts/the-long-relief/`, '--json')) as {
      readonly categories: Readonly<Record<string, { readonly checks: readonly Check[] }>>;
    };
    const checks = Object.values(report.categories).flatMap((category) => category.checks);
    expect(checks.length).toBeGreaterThan(20);
    const failed = checks.filter(({ passed, skipped }) => !passed || skipped).map(({ name }) => name);
    expect(failed.sort()).toEqual([...negotiated].sort());
  });

  it('llms-txt-check finds nothing', async () => {
    const report = (await run('node_modules/llms-txt-check/dist/cli.js', host.url, '--json')) as {
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
