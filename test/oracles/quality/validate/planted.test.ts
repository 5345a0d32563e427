import { beforeAll, describe, expect, it } from 'vitest';
import type { ValidateReport } from '../../../../src/quality/validate/rule.js';
import { runSvc } from '../../../support/cli/run-svc.js';
import { planted } from '../../../support/quality/validate/mutations/planted.js';
import { builtSite, SiteCopy, TEA_HOUSE } from '../../../support/quality/validate/site.js';

const HOSTS = ['--hosts', 'nginx,netlify'];

describe('svc validate ends with 1 and names the file for', () => {
  let original: string;
  beforeAll(async () => {
    original = await builtSite(TEA_HOUSE, HOSTS);
  });

  it('nothing in an untouched copy', async () => {
    const { code, stdout } = await runSvc(['validate', '--json'], { cwd: new SiteCopy(original).cwd });
    expect((JSON.parse(stdout) as ValidateReport).findings).toEqual([]);
    expect(code).toBe(0);
  });

  it.each(planted.map((one) => [one.what, one] as const))('%s', async (_, fault) => {
    const site = new SiteCopy(original);
    fault.break(site);
    const { code, stdout } = await runSvc(['validate', '--json'], { cwd: site.cwd });
    const { findings } = JSON.parse(stdout) as ValidateReport;
    const { rule, file, says } = fault;
    const found = findings.filter((one) => one.rule === rule && one.file === file);
    expect(
      found.some(({ message }) => says.test(message)),
      JSON.stringify(findings.slice(0, 5)),
    ).toBe(true);
    expect(found[0]?.level).toBe('error');
    expect(code).toBe(1);
  });
});
