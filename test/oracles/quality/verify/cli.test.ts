import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cacheExclusions } from '../../../../src/documents/headers.js';
import { documentTable } from '../../../../src/documents/table.js';
import { schemaErrors } from '../../../../src/quality/validate/ajv.js';
import { GROUPS } from '../../../../src/quality/verify/check.js';
import { built } from '../../../../src/quality/verify/checks/built.js';
import { checks } from '../../../../src/quality/verify/checks/table.js';
import { connectChecks } from '../../../../src/quality/verify/connect/table.js';
import { workspace } from '../../../support/build/workspace.js';
import { docExample } from '../../../support/cli/doc-example.js';
import { runSvc } from '../../../support/cli/run-svc.js';
import {
  Deployment,
  headerOf,
  type Tamper,
  withHeader,
  withText,
} from '../../../support/quality/verify/site.js';
import { served } from '../../../support/quality/verify/static-deployment.js';

const PAGE = 'docs/verify.md';

/** Three things that happen: a lost header, a bot wall, and an upload that deletes nothing. */
const happening: Tamper = (request, answer) => {
  if (/Claude-User/.test(request.headers['user-agent'] ?? '')) return served(403, {});
  if (request.url === '/posts/retired.md') {
    return served(200, { 'Content-Type': 'text/markdown; charset=UTF-8' }, '# Retired bell\n');
  }
  return headerOf(answer, 'content-type').startsWith('text/html')
    ? withHeader(answer, 'Vary', undefined)
    : answer;
};

/** How many documents there are changes with every new one, and so does what is said of them. */
function unnumbered(text: string): string {
  return text.replace(/\d+/g, '0');
}

describe('svc verify', () => {
  let site: Deployment;
  beforeAll(async () => {
    site = await Deployment.start();
  });
  afterAll(() => site.close());

  /** The output for the docs, with an address that stays. */
  const shown = (text: string) => text.replaceAll(site.url, 'http://127.0.0.1:8787');

  it('prints a row per check, and ends with 0', async () => {
    const { code, stdout, stderr } = await runSvc(['verify', site.url], { cwd: site.cwd });
    expect([code, stderr]).toEqual([0, '']);
    const text = shown(`$ svc verify ${site.url}\n${stdout}`);
    expect(unnumbered(docExample(PAGE, 'clean', text))).toBe(unnumbered(text));
  });

  it('names the hop that fails with its fix, and ends with 1', async () => {
    const { code, stdout } = await site.runWith(happening);
    expect(code).toBe(1);
    const rows = stdout.split('\n').filter((line) => !/^ {2}(?:pass|skip)/.test(line));
    const titles = rows.filter(
      (line, index) => line.startsWith(' ') || rows[index + 1]?.startsWith(' ') || /^Not/.test(line),
    );
    const text = shown(`$ svc verify ${site.url}\n${titles.join('\n')}\n`);
    expect(unnumbered(docExample(PAGE, 'faults', text))).toBe(unnumbered(text));
  });

  it('prints one object that is as its schema says', async () => {
    for (const tamper of [undefined, happening]) {
      const report = tamper === undefined ? await site.verify() : await site.verifyWith(tamper);
      expect(schemaErrors('verify-report.schema.json', report)).toEqual([]);
      expect(report.passed + report.warned + report.failed + report.skipped).toBe(checks.length);
    }
    const { stdout } = await runSvc(['verify', 'ftp://bells.example', '--json'], { cwd: site.cwd });
    expect(schemaErrors('verify-report.schema.json', JSON.parse(stdout))).toEqual([]);
  });

  it('tries further User-Agents, from the flag or the environment', async () => {
    const tamper: Tamper = ({ headers }, answer) =>
      headers['user-agent'] === 'BellBot/1' ? served(403, {}) : answer;
    const report = await site.verifyWith(tamper, ['--user-agents', 'BellBot/1, OtherBot']);
    const found = report.checks.flatMap(({ findings }) => findings.map(({ message }) => message));
    expect(found).toEqual(['BellBot/1 gets 403 where a browser gets 200.']);
    const { stdout } = await site.runWith(tamper, { SVC_USER_AGENTS: 'BellBot/1', SVC_JSON: '1' });
    expect(stdout).toContain('BellBot/1 gets 403');
  });

  it('asks for no more than a sample of long lists', async () => {
    const all = await site.verify();
    const few = await site.verify(['--sample', '2']);
    expect(few.requests).toBeLessThan(all.requests);
    expect(few.checks.find(({ id }) => id === 'llms')?.detail).toMatch(/^2 of \d+ links$/);
  });

  it.each([
    [['verify', 'bells example'], "isn't an address"],
    [['verify', 'ftp://bells.example'], 'must begin with http:// or https://'],
    [['verify', 'https://mia:secret@bells.example'], 'contains a user name or a password'],
    [
      ['verify', 'https://bells.example', '--timeout', '0'],
      '--timeout is "0", not a whole number from 1 to 300',
    ],
    [['verify', 'https://bells.example', '--sample', 'all'], '--sample is "all"'],
    [['verify'], "missing required argument 'url'"],
  ])('%j is wrong usage', async (args, message) => {
    const { code, stdout, stderr } = await runSvc(args, { cwd: workspace() });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('secret');
  });

  it('never steers a terminal with what a site sends', async () => {
    const { stdout } = await site.runWith(({ url }, answer) =>
      url === '/.well-known/discovery.json'
        ? withText(answer, (text) => text.replaceAll('/llms-full.txt"', '/\\u001b[2J\\u202e.txt"'))
        : answer,
    );
    expect(stdout).toContain('advertised');
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });

  it('lists its checks and the paths for caches in the docs', () => {
    const rows = GROUPS.flatMap((group) =>
      checks.filter((check) => check.group === group).map(({ id, title }) => `| \`${id}\` | ${title} |`),
    );
    const table = ['| Check | What must hold |', '| --- | --- |', ...rows].join('\n');
    const connecting = connectChecks.map(({ id, title }) => `| \`${id}\` | ${title} |`);
    const connectTable = ['| Check | What must hold |', '| --- | --- |', ...connecting].join('\n');
    const builtTable = [...table.split('\n', 2), `| \`${built.id}\` | ${built.title} |`].join('\n');
    const before = readFileSync(PAGE, 'utf8');
    const page = before
      .replace(/(<!-- checks -->\n)[\s\S]*?(\n<!-- \/checks -->)/, (_all, head, tail) => head + table + tail)
      .replace(/(<!-- connect -->\n)[\s\S]*?(<!-- \/connect -->)/, `$1${connectTable}\n$2`)
      .replace(/(<!-- built -->\n)[\s\S]*?(<!-- \/built -->)/, `$1${builtTable}\n$2`)
      .replace(
        /(<!-- exclusions -->\n```text\n)[\s\S]*?(\n```)/,
        (_all, head, tail) => head + cacheExclusions(documentTable).join('\n') + tail,
      );
    if (process.env['UPDATE'] === '1') writeFileSync(PAGE, page);
    expect(readFileSync(PAGE, 'utf8')).toBe(page);
    expect(page).toContain('| `caches` |');
  });
});
