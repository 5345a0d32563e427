import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { workspace, writeFiles } from '../../../support/build/workspace.js';
import { build, runSvc } from '../../../support/cli/run-svc.js';
import { file, needs } from '../../../support/needs.js';

const CHECKERS = 'test/checkers/node_modules';
const SARIF = `${CHECKERS}/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json`;
const READER = `${CHECKERS}/junit2json/dist/esm/index.js`;
const INSTALL = 'npm run test:all installs it';

/** Text that XML and JSON have to escape, in a page that fails a limit. */
const FILES = { 'content/tea.md': '# Tea & <cups>, "new"\n\nGreen leaves \u{1F343}.\n' };
const SITE = ['content', '--base-url', 'https://tea.example'];

describe('formats of svc check for other programs', () => {
  let cwd = '';

  beforeAll(async () => {
    cwd = workspace(FILES);
    writeFiles(cwd, { 'build.json': JSON.stringify(await build(SITE, { cwd })) });
  });

  const report = async (format: string, ...args: string[]) =>
    (await runSvc(['check', '--build-report', 'build.json', '--format', format, ...args], { cwd })).stdout;

  it.each([[[]], [['--max-new-pages', '0', '--min-score', '100']]])(
    'SARIF is accepted by its published schema (%j)',
    needs(file(SARIF, INSTALL)),
    async (args) => {
      // Ajv has no draft 4; the schema uses nothing of it that later drafts changed.
      const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(SARIF, 'utf8'));
      const validate = new Ajv({ strict: false, unicodeRegExp: false, validateFormats: false }).compile(
        schema,
      );
      expect([validate(JSON.parse(await report('sarif', ...args))), validate.errors]).toEqual([true, null]);
      expect(validate({ version: '2.1.0', runs: [{}] })).toBe(false);
    },
  );

  it('JUnit is read by another program, with the same counts', needs(file(READER, INSTALL)), async () => {
    const { parse } = await import(pathToFileURL(READER).href);
    const { testsuite } = await parse(await report('junit', '--max-new-pages', '0', '--max-llms-size', '50'));
    const { readiness } = JSON.parse(await report('json'));
    const cases = testsuite.flatMap((suite: { testcase: object[] }) => suite.testcase);
    expect(cases).toHaveLength(readiness.length + 3);
    const limits = testsuite.at(-1);
    expect(limits).toMatchObject({ name: 'Limits', tests: 2, failures: 1 });
    const [failed] = limits.testcase;
    expect(failed.failure[0].message).toContain('1 page is newly public (/tea/)');
  });
});
