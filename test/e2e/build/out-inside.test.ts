import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, text, workspace, writeFiles } from '../../support/build/workspace.js';
import { build, failBuild } from '../../support/cli/run-svc.js';

const BASE = ['--base-url', 'https://tea.example'];
const twins = (out: string) => filesIn(out).filter((file) => /(?:tea|pots)\.md$/.test(file));

function notes() {
  return workspace({ 'tea.md': '# Tea\n\nHot water.\n', 'guide/pots.md': '# Pots\n\nClay.\n' });
}

describe('an output folder below its source', () => {
  it('is left out of the source by every build, also under another name', async () => {
    const cwd = notes();
    await build(['.', ...BASE], { cwd });
    expect(twins(join(cwd, 'out'))).toEqual(['guide/pots.md', 'tea.md']);
    expect(await build(['.', ...BASE], { cwd })).toMatchObject({ added: [], changed: [], removed: [] });
    await build(['.', ...BASE, '--out', 'guide/made', '--full'], { cwd });
    expect(twins(join(cwd, 'guide/made'))).toEqual(['guide/pots.md', 'tea.md']);
    await build(['.', ...BASE, '--out', 'other'], { cwd });
    expect(twins(join(cwd, 'other'))).toEqual(['guide/pots.md', 'tea.md']);
  });

  it('is not mistaken for the content, though it has more pages', async () => {
    const cwd = notes();
    writeFiles(cwd, { 'svc.config.json': '{"html": "render", "source": "."}' });
    for (const _ of [1, 2]) {
      const report = await build(BASE, { cwd });
      expect(report.sources).toMatchObject([{ type: 'files', entries: 2 }]);
    }
  });

  it.each(['guide', 'link', '.'])('is refused where it has files of the source: %s', async (out) => {
    const cwd = notes();
    symlinkSync(join(cwd, 'guide'), join(cwd, 'link'));
    const { error } = await failBuild(['.', ...BASE, '--out', out], { cwd });
    expect(error).toMatchObject({ code: 'SVC_OUT_UNSAFE', field: 'out' });
    expect(text(cwd, 'guide/pots.md')).toBe('# Pots\n\nClay.\n');
    expect(filesIn(join(cwd, 'guide'))).toEqual(['pots.md']);
  });

  it('may be there already, with hidden files alone', async () => {
    const cwd = notes();
    mkdirSync(join(cwd, 'out'));
    writeFiles(cwd, { 'out/.gitignore': '*' });
    await build(['.', ...BASE], { cwd });
    expect(text(cwd, 'out/.gitignore')).toBe('*');
  });
});
