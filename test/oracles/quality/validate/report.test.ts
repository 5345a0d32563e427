import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { schemaErrors } from '../../../../src/quality/validate/ajv.js';
import { rules } from '../../../../src/quality/validate/rules/table.js';
import { workspace, writeFiles } from '../../../support/build/workspace.js';
import { docExample } from '../../../support/cli/doc-example.js';
import { runSvc } from '../../../support/cli/run-svc.js';
import { BASE, builtSite, SiteCopy, TEA_HOUSE } from '../../../support/quality/validate/site.js';

const PAGE = 'docs/validate.md';
const DISCOVERY = '.well-known/discovery.json';

/** A site with faults that happen, none of them in a document whose lines move with every new feature. */
function breakSite(site: SiteCopy): void {
  site.edit('llms.txt', (text) => text.replace('/oolong.md', '/woolong.md'));
  site.edit('svc-changes.json', (text) => text.replace('"truncated":false', '"truncated":true'));
  site.edit('about.md', (text) => text.replace(`"${BASE}/about/"`, '"https://staging.tea.example/about/"'));
  site.write('posts/matcha.md', '# Matcha\n');
}

describe('svc validate', () => {
  let original: string;
  beforeAll(async () => {
    original = await builtSite(TEA_HOUSE);
  });

  it('prints what it found by file, and ends with 1', async () => {
    const site = new SiteCopy(original);
    breakSite(site);
    const { code, stdout, stderr } = await runSvc(['validate'], { cwd: site.cwd });
    expect([code, stderr]).toEqual([1, '']);
    const shown = `$ svc validate\n${stdout}`;
    expect(docExample(PAGE, 'broken', shown)).toBe(shown);
  });

  it('prints one line for a valid site, and ends with 0', async () => {
    const { code, stdout, stderr } = await runSvc(['validate'], { cwd: original });
    expect([code, stderr]).toEqual([0, '']);
    const shown = `$ svc validate\n${stdout}`;
    expect(docExample(PAGE, 'valid', shown)).toBe(shown);
  });

  it('prints one object that is as its schema says', async () => {
    const site = new SiteCopy(original);
    breakSite(site);
    const report = await site.validate();
    expect(schemaErrors('validate-report.schema.json', report)).toEqual([]);
    expect(report).toMatchObject({ ok: false, baseUrl: 'https://tea.example', omitted: 0 });
    const [found] = report.findings.filter(({ rule }) => rule === 'links');
    const shown = `${JSON.stringify(found, null, 2)}\n`;
    expect(docExample(PAGE, 'finding', shown)).toBe(shown);
  });

  it('lists its rules in the docs', () => {
    const rows = rules.map(({ id, covers = [], level, title }) => {
      return `| ${[id, ...covers].join(', ')} | ${level} | ${title} |`;
    });
    const table = ['| Rule | Level | What must hold |', '| --- | --- | --- |', ...rows].join('\n');
    const pattern = /(<!-- rules -->\n)[\s\S]*?(\n<!-- \/rules -->)/;
    const page = readFileSync(PAGE, 'utf8').replace(pattern, (_all, head, tail) => head + table + tail);
    if (process.env['UPDATE'] === '1') writeFileSync(PAGE, page);
    expect(readFileSync(PAGE, 'utf8')).toBe(page);
  });

  it('fails for warnings with --strict only', async () => {
    const site = new SiteCopy(original);
    site.write('posts/matcha.md', '# Matcha\n');
    expect(await runSvc(['validate'], { cwd: site.cwd })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Valid: 1 warning; '),
    });
    expect(await runSvc(['validate', '--strict'], { cwd: site.cwd })).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Not valid: 1 warning (--strict); '),
    });
    expect(await runSvc(['validate'], { cwd: site.cwd, env: { SVC_STRICT: '1' } })).toMatchObject({
      code: 1,
    });
  });

  it('names a folder that is not there, as wrong usage', async () => {
    const { code, stderr } = await runSvc(['validate', 'nowhere'], { cwd: workspace() });
    expect([code, stderr]).toEqual([2, expect.stringContaining('there is no output folder')]);
    const json = await runSvc(['validate', 'nowhere', '--json'], { cwd: workspace() });
    expect(schemaErrors('validate-report.schema.json', JSON.parse(json.stdout))).toEqual([]);
  });

  it('says of an empty folder what is missing', async () => {
    const cwd = workspace();
    mkdirSync(join(cwd, 'site'));
    const { code, stdout } = await runSvc(['validate', 'site'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('The main index of the site is missing.');
    expect(stdout).toContain('There is no readable manifest');
  });

  it('never steers a terminal with what a document holds', async () => {
    const site = new SiteCopy(original);
    site.edit(DISCOVERY, (text) =>
      text.replaceAll('"commerce.products.search"', JSON.stringify('a\u001b[2Jb\u202e?')),
    );
    site.edit('robots.txt', (text) => `${text}Sitemap: \u001b]0;x\u0007\n`);
    const { stdout } = await runSvc(['validate'], { cwd: site.cwd });
    expect(stdout).toContain('capability');
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });

  it('counts what it does not list', async () => {
    const site = new SiteCopy(original);
    const urls = Array.from({ length: 1200 }, (_, i) => `<url><loc>https://else.example/${i}</loc></url>`);
    site.edit('svc-sitemap-post-1.xml', (text) => text.replace('</urlset>', `${urls.join('')}</urlset>`));
    const report = await site.validate();
    expect(report).toMatchObject({ errors: 1200, omitted: 200 });
    expect(report.findings).toHaveLength(1000);
  });

  it('warns of what the site itself put there, and does not judge its form', async () => {
    const site = new SiteCopy(original);
    writeFiles(site.cwd, {
      'public/.well-known/openapi.json': '{"openapi": "2.0",}',
      'public/.well-known/assetlinks.json': '[]\n',
    });
    expect((await runSvc(['build'], { cwd: site.cwd })).code).toBe(0);
    const report = await site.validate();
    expect(report.findings).toMatchObject([
      { rule: 'json', level: 'warning', file: '.well-known/openapi.json', line: 1 },
    ]);
    expect(report.ok).toBe(true);
  });
});
