import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantedFaults } from '../../../support/quality/verify/planted.js';
import { bellFoundry, Deployment, faultsOf, type Tamper } from '../../../support/quality/verify/site.js';

describe('svc verify fails and names the address for', () => {
  let site: Deployment;
  beforeAll(async () => {
    site = await Deployment.start();
  });
  afterAll(() => site.close());

  it.each(plantedFaults.map((one) => [one.what, one] as const))('%s', async (_, fault) => {
    const report = await site.verifyWith(fault.tamper);
    const { findings = [] } = report.checks.find(({ id }) => id === fault.check) ?? {};
    const found = findings.filter(({ message }) => fault.says.test(message));
    expect(found.length, JSON.stringify(report.checks.flatMap((one) => one.findings))).toBeGreaterThan(0);
    expect(found.some(({ level }) => level === 'fail')).toBe(true);
    expect(found.flatMap(({ urls }) => urls)).toContain(`${site.url}${fault.at}`);
    expect(report.ok).toBe(false);
  });

  it.each<readonly [what: string, tamper: Tamper, code: string]>([
    [
      'a changed robots.txt',
      (request, answer) =>
        request.url === '/robots.txt'
          ? { ...answer, body: Buffer.from(answer.body.toString().replace('User-agent: GPTBot\n', '')) }
          : answer,
      'built-differs',
    ],
    [
      'a document of the last build that is not deployed',
      (request, answer) => (request.url === '/sitemap.md' ? { ...answer, status: 404 } : answer),
      'built-absent',
    ],
    [
      'a header that is stripped',
      (request, answer) =>
        request.url === '/robots.txt'
          ? { ...answer, headers: answer.headers.filter(([name]) => !/^x-content-type/i.test(name)) }
          : answer,
      'built-header',
    ],
  ])('%s, once the output folder is named', async (_, tamper, code) => {
    const clean = await site.verify(['--out', 'out']);
    expect(clean.checks.find(({ id }) => id === 'built')).toMatchObject({ status: 'pass', findings: [] });
    const report = await site.verifyWith(tamper, ['--out', 'out']);
    const found = report.checks.find(({ id }) => id === 'built');
    expect(found?.findings.map((one) => one.code)).toEqual([code]);
    expect(report.ok).toBe(false);
  });
});

describe('in front of svc serve, svc verify fails for', () => {
  const ANYWHERE = [
    'a read API whose content answers 502',
    'a reservation that is stripped everywhere',
    'one ETag for two variants',
    'an llms-full.txt that is cut off',
    'structured data of another page',
    'a change feed that leads to no item',
  ];
  let site: Deployment;
  beforeAll(async () => {
    site = await Deployment.serve((url) => {
      const files = bellFoundry(url);
      const config = JSON.parse(String(files['svc.config.json'])) as object;
      return {
        ...files,
        'svc.config.json': JSON.stringify({ ...config, resources: [] }),
        'svc.settings.json': '{}',
      };
    });
  });
  afterAll(() => site.close());

  it('nothing while nothing is wrong', async () => {
    expect(faultsOf(await site.verify())).toEqual([]);
  });

  it.each(ANYWHERE)('%s', async (what) => {
    const fault = plantedFaults.find((one) => one.what === what);
    const report = await site.verifyWith(fault?.tamper ?? ((_, answer) => answer));
    const { findings = [] } = report.checks.find(({ id }) => id === fault?.check) ?? {};
    expect(findings.some(({ message, level }) => level === 'fail' && fault?.says.test(message))).toBe(true);
    expect(report.ok).toBe(false);
  });
});
