import { beforeAll, describe, expect, it } from 'vitest';
import type { BuildReport } from '../../../src/build/report.js';
import { text, workspace } from '../../support/build/workspace.js';
import { LOOK_ALIKES } from '../../support/cases/look-alikes.js';
import { build } from '../../support/cli/run-svc.js';

/** How often the word that may not be lost stands in a text. */
const terns = (where: string) => where.match(/\bTERN\b/g)?.length ?? 0;

describe('[4.2.3-protected] what only looks like a gate in a content folder', () => {
  let cwd = '';
  let report: BuildReport;

  beforeAll(async () => {
    const files = LOOK_ALIKES.map(([, path, content]) => [`content/${path}`, content] as const);
    cwd = workspace(Object.fromEntries(files));
    report = await build(['--source', 'content', '--base-url', 'https://tern.example'], { cwd });
  });

  it.each(LOOK_ALIKES)('holds nothing back: %s (%s)', (_, path, content) => {
    const twin = text(cwd, 'out', path.replace(/\.mdx?$/, '.md'));
    expect(terns(twin.replace(/^---\n[\s\S]*?\n---\n/, ''))).toBe(terns(content));
    const held = report.warnings.filter(({ code }) => code === 'privacy-held-back');
    expect(held.filter(({ file = '' }) => file.endsWith(path))).toEqual([]);
  });

  it('leaves all pages public, and none loses a word', () => {
    expect(LOOK_ALIKES.length).toBeGreaterThanOrEqual(40);
    expect([report.twins, report.hidden]).toEqual([LOOK_ALIKES.length, {}]);
    expect(report.fidelity.pages.filter(({ lostWords }) => lostWords.join(' ').includes('tern'))).toEqual([]);
  });
});
