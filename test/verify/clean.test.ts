import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Deployment, faultsOf } from './site.js';

describe('a clean deployment', () => {
  let site: Deployment;
  beforeAll(async () => {
    site = await Deployment.start();
  });
  afterAll(() => site.close());

  it('has no findings', async () => {
    const report = await site.verify();
    expect(report.checks.flatMap(({ id, findings }) => findings.map((one) => ({ id, ...one })))).toEqual([]);
    expect(faultsOf(report)).toEqual([]);
  });
});
