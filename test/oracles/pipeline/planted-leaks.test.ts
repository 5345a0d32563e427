import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { build, runSvc } from '../../support/cli/run-svc.js';
import { leaksIn, leaksInText } from '../../support/pipeline/leaks.js';
import { LEAK, Leaks, leakyExport, leakyFolder, leakyGhost } from '../../support/pipeline/planted-leaks.js';
import { type Files, text, workspace } from '../../support/pipeline/workspace.js';
import { INVENTED_GATES } from '../../support/sources/privacy/planted.js';

const leaks = new Leaks();
const config = JSON.stringify({ profile: 'max-readiness', html: 'render' });
const BASE = ['--base-url', 'https://harbour.example'];

const SITES: readonly (readonly [source: string, files: Files])[] = [
  ['content', leakyFolder(leaks)],
  ['export.xml', { 'export.xml': leakyExport(INVENTED_GATES, leaks) }],
  ['ghost.json', { 'ghost.json': leakyGhost(leaks) }],
];

describe('[4.2.3-protected] planted leaks', () => {
  afterAll(() => expect(leaks.count).toBeGreaterThanOrEqual(200));

  it.each(SITES)('of %s are in no file, no path and no report', async (source, files) => {
    const cwd = workspace({ ...files, 'svc.config.json': config });
    const report = await build(['--source', source, ...BASE], { cwd });
    const { stderr } = await runSvc(['build', '--source', source, ...BASE, '--full'], { cwd });
    const found = leaksIn(join(cwd, 'out'), LEAK).map(({ file, context }) => `${file}: ${context}`);
    expect(found).toEqual([]);
    const names = report.warnings.flatMap(({ file }) => file ?? []);
    const told = names.reduce((rest, name) => rest.replaceAll(name, ''), JSON.stringify(report) + stderr);
    expect(leaksInText(told, 'the report', LEAK)).toEqual([]);
    const gates = Object.keys(files).filter((file) => /gate-\d+\.mdx?$/.test(file)).length || report.twins;
    expect(report.twins).toBe(gates);
    for (let index = 0; index < gates; index++) {
      expect(text(cwd, `out/gate-${index}.md`)).toContain(`Open start ${index}.`);
    }
  });
});
