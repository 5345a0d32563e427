import { existsSync, mkdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commitStage, type Journal, recoverStage, stagedPath, stageOf } from '../../../src/deploy/stage.js';
import { filesIn, treeOf, workspace, writeFiles } from '../../support/build/workspace.js';

/** Files turn into folders and back, one goes, one changes, one is new, one is somebody else's. */
const BEFORE = {
  'out/a.md': 'old a',
  'out/b.md/deep/er.md': 'old b',
  'out/gone/far/away.md': 'old',
  'out/changed.md': 'old',
  'out/kept.html': 'foreign',
  'out/shared/foreign.html': 'foreign',
  'out/shared/ours.md': 'old',
};
const WRITE = {
  'a.md/deep.md': 'new a',
  'b.md': 'new b',
  'changed.md': 'new',
  'new/page.md': 'new',
  last: 'new',
};
const JOURNAL: Journal = {
  write: Object.keys(WRITE),
  remove: ['a.md', 'b.md/deep/er.md', 'gone/far/away.md', 'shared/ours.md', 'never-there.md'],
};
const AFTER = {
  'out/a.md/deep.md': 'new a',
  'out/b.md': 'new b',
  'out/changed.md': 'new',
  'out/kept.html': 'foreign',
  'out/last': 'new',
  'out/new/page.md': 'new',
  'out/shared/foreign.html': 'foreign',
};

function prepare(): { out: string; stage: string; cwd: string } {
  const cwd = workspace(BEFORE);
  const out = join(cwd, 'out');
  const stage = stageOf(out);
  for (const [file, content] of Object.entries(WRITE)) {
    writeFiles(dirname(stagedPath(stage, file)), { [file.split('/').at(-1) ?? '']: content });
  }
  return { out, stage, cwd };
}

/** Carries out the first steps of the journal by hand, as a process does that dies then. */
function dieAfter(steps: number, out: string, stage: string): void {
  const removals = JOURNAL.remove.map((file) => () => {
    rmSync(join(out, file), { force: true });
    try {
      for (let at = dirname(join(out, file)); at !== out; at = dirname(at)) rmdirSync(at);
    } catch {
      // It holds something.
    }
  });
  const moves = JOURNAL.write.map((file) => () => {
    mkdirSync(dirname(join(out, file)), { recursive: true });
    renameSync(stagedPath(stage, file), join(out, file));
  });
  for (const step of [...removals, ...moves].slice(0, steps)) step();
}

const STEPS = JOURNAL.remove.length + JOURNAL.write.length;

describe('a stage', () => {
  it('is moved into place, and nothing of it stays', () => {
    const { cwd, out, stage } = prepare();
    commitStage(stage, out, JOURNAL);
    expect(treeOf(cwd)).toEqual(treeOf(workspace(AFTER)));
  });

  it('without a journal is thrown away', () => {
    const { cwd, out, stage } = prepare();
    expect(recoverStage(stage, out)).toBe(false);
    expect(treeOf(cwd)).toEqual(treeOf(workspace(BEFORE)));
  });

  it('with half a journal is thrown away', () => {
    const { cwd, out, stage } = prepare();
    writeFiles(stage, { 'journal.json.tmp': '{"write": ["a' });
    expect(recoverStage(stage, out)).toBe(false);
    expect(filesIn(cwd)).toEqual(Object.keys(BEFORE).sort());
  });

  it.each(Array.from({ length: STEPS + 1 }, (_, steps) => steps))(
    'is carried out to its end after a crash behind step %i',
    (steps) => {
      const { cwd, out, stage } = prepare();
      writeFiles(stage, { 'journal.json': JSON.stringify(JOURNAL) });
      dieAfter(steps, out, stage);
      expect(recoverStage(stage, out)).toBe(true);
      expect(treeOf(cwd)).toEqual(treeOf(workspace(AFTER)));
    },
  );

  it('that is not there is nothing to do', () => {
    const cwd = workspace();
    expect(recoverStage(stageOf(join(cwd, 'out')), join(cwd, 'out'))).toBe(false);
    expect(existsSync(join(cwd, 'out'))).toBe(false);
  });

  it.each(['../outside.md', '/etc/outside', 'a/../../outside', 'a//b', './a', ''])(
    'never leaves the output folder: %s',
    (file) => {
      const { cwd, out, stage } = prepare();
      const before = treeOf(join(cwd, 'out'));
      expect(() => commitStage(stage, out, { write: [], remove: [file] })).toThrow(/output folder/);
      expect(treeOf(join(cwd, 'out'))).toEqual(before);
    },
  );
});

describe('a stage of a folder that is not there', () => {
  const files = ['a/b/one.md', 'a/two.md', 'three.md'];

  function staged(before: Readonly<Record<string, string>>): { cwd: string; out: string; stage: string } {
    const cwd = workspace(before);
    const out = join(cwd, 'deep', 'out');
    const stage = stageOf(out);
    writeFiles(join(stage, 'files'), Object.fromEntries(files.map((file) => [file, file])));
    return { cwd, out, stage };
  }

  it('is moved at once', () => {
    const { out, stage } = staged({});
    commitStage(stage, out, { write: files, remove: [] });
    expect(filesIn(out)).toEqual([...files].sort());
    expect(existsSync(stage)).toBe(false);
  });

  it('is moved folder by folder into one that has others', () => {
    const { out, stage } = staged({ 'deep/out/a.html': 'foreign', 'deep/out/c/d.html': 'foreign' });
    commitStage(stage, out, { write: files, remove: [] });
    expect(filesIn(out)).toEqual([...files, 'a.html', 'c/d.html'].sort());
  });

  it('is moved file by file into folders that have others', () => {
    const { out, stage } = staged({ 'deep/out/a/b/x.html': 'foreign' });
    commitStage(stage, out, { write: files, remove: [] });
    expect(filesIn(out)).toEqual([...files, 'a/b/x.html'].sort());
    expect(existsSync(stage)).toBe(false);
  });

  it.each(['deep/out/a/b/one.md', 'deep/out/three.md'])(
    'goes on where %s was the last that was moved',
    (last) => {
      const { cwd, out, stage } = staged({});
      const rest = files.filter((file) => !last.endsWith(file));
      mkdirSync(dirname(join(cwd, last)), { recursive: true });
      renameSync(stagedPath(stage, last.slice('deep/out/'.length)), join(cwd, last));
      writeFiles(stage, { 'journal.json': JSON.stringify({ write: files, remove: [] }) });
      expect(recoverStage(stage, out)).toBe(true);
      expect(filesIn(out)).toEqual([...files].sort());
      expect(rest.every((file) => existsSync(join(out, file)))).toBe(true);
    },
  );

  it('is found done when only what led there is left', () => {
    const { out, stage } = staged({});
    renameSync(join(stage, 'files'), out);
    writeFiles(stage, { 'journal.json': JSON.stringify({ write: files, remove: [] }) });
    expect(recoverStage(stage, out)).toBe(true);
    expect(filesIn(out)).toEqual([...files].sort());
    expect(existsSync(stage)).toBe(false);
  });
});
