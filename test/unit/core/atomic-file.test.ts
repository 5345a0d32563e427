import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFile, replaceFile } from '../../../src/core/files.js';
import { workspace } from '../../support/build/workspace.js';

describe('a file that is written in one step', () => {
  it('is replaced, and leaves nothing beside it', async () => {
    const folder = workspace({ 'a/b.txt': 'old' });
    await replaceFile(join(folder, 'a/b.txt'), 'new', { mode: 0o600 });
    expect(readFileSync(join(folder, 'a/b.txt'), 'utf8')).toBe('new');
    expect(statSync(join(folder, 'a/b.txt')).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'a'))).toEqual(['b.txt']);
  });

  it('is created with its folder, once', async () => {
    const path = join(workspace(), 'a/b.txt');
    await createFile(path, 'first');
    await expect(createFile(path, 'second')).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(path, 'utf8')).toBe('first');
  });

  it('says that its folder is a file', async () => {
    const folder = workspace();
    writeFileSync(join(folder, 'a'), '');
    await expect(createFile(join(folder, 'a/b.txt'), '')).rejects.toMatchObject({ code: 'ENOTDIR' });
  });
});
