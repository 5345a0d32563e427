/** Real sites, where they lie beside the project. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readVerdicts } from '../../../src/build/grading/verdicts.js';
import { pageChecks } from '../../../src/quality/readiness/pages/table.js';
import { workspace } from '../../support/build/workspace.js';
import { build } from '../../support/cli/run-svc.js';

const CHECKS = pageChecks.map(({ id }) => id);
const SITES = ['../shared/data/themeunittestdata.wordpress.xml', '../shared/data/jekyll-docs'];

describe('pages of real sites', () => {
  it.for(SITES)('%s', { timeout: 180_000 }, async (path, { skip }) => {
    const source = resolve(path);
    skip(!existsSync(source), `${path} is not there`);
    const cwd = workspace();
    const report = await build(['--source', source, '--base-url', 'https://real.example'], { cwd });
    const kept = readVerdicts(join(cwd, '.svc'));
    const verdicts = kept?.verdicts ?? [];
    const published = Object.values(report.entries).reduce((sum, count) => sum + count, 0);
    expect(verdicts).toHaveLength(published);
    for (const { title, flags, points, ruleset, contentHash } of verdicts) {
      expect(CHECKS, title).toEqual(expect.arrayContaining([...flags]));
      expect(points, title).toBeGreaterThanOrEqual(100 - flags.length * 8);
      expect(points === 100, title).toBe(flags.length === 0);
      expect([ruleset, contentHash !== ''], title).toEqual([kept?.ruleset, true]);
    }
    const flagged = verdicts.filter(({ flags }) => flags.length > 0).length;
    expect(flagged).toBeGreaterThan(0);
    expect(flagged).toBeLessThan(verdicts.length);
  });
});
