import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countUnpushed } from '../../../../../src/sidecar/content/git/commit-write.js';
import { workspace, writeFiles } from '../../../../support/build/workspace.js';

function git(cwd: string, ...args: readonly string[]): void {
  const identity = [
    '-c',
    'user.name=Test',
    '-c',
    'user.email=test@example.org',
    '-c',
    'commit.gpgsign=false',
  ];
  execFileSync('git', [...identity, ...args], { cwd, stdio: 'ignore' });
}

describe('content that only this machine has', () => {
  it('is counted: what is not committed, and what is not pushed', async () => {
    const remote = workspace({});
    git(remote, 'init', '--bare', '-b', 'main');
    const folder = workspace({ 'content/a.md': 'A\n', 'notes.txt': 'x\n' });
    const count = () => countUnpushed(folder, [join(folder, 'content')]);
    expect(await count()).toBeUndefined();
    git(folder, 'init', '-b', 'main');
    git(folder, 'add', '.');
    git(folder, 'commit', '-m', 'first');
    expect(await count()).toBeUndefined();
    git(folder, 'remote', 'add', 'origin', remote);
    git(folder, 'push', '-u', 'origin', 'main');
    expect(await count()).toBe(0);
    writeFiles(folder, { 'content/a.md': 'B\n', 'content/b.md': 'C\n', 'notes.txt': 'y\n' });
    expect(await count()).toBe(2);
    git(folder, 'commit', '-am', 'second');
    expect(await count()).toBe(2);
    git(folder, 'push');
    expect(await count()).toBe(1);
  });
});
