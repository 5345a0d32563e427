import { mkdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assertDeployApart, writeDeploy } from '../../../src/deploy/deploy.js';
import { filesIn, text, workspace } from '../../support/build/workspace.js';

describe('deploy/', () => {
  it('is written only where bytes differ', async () => {
    const folder = workspace();
    const place = { folder, out: join(folder, 'out') };
    expect(await writeDeploy(place, 'headers.json', 'one')).toBe('added');
    const { mtimeMs, ino } = statSync(join(folder, 'deploy/headers.json'));
    expect(await writeDeploy(place, 'headers.json', 'one')).toBe('same');
    expect(statSync(join(folder, 'deploy/headers.json'))).toMatchObject({ mtimeMs, ino });
    expect(await writeDeploy(place, 'headers.json', 'two')).toBe('changed');
    expect(text(folder, 'deploy/headers.json')).toBe('two');
    expect(filesIn(folder)).toEqual(['deploy/headers.json']);
  });

  it('is left alone when only asked what would change', async () => {
    const folder = workspace();
    const place = { folder, out: join(folder, 'out') };
    expect(await writeDeploy(place, 'headers.json', 'one', 'compare')).toBe('added');
    expect(filesIn(folder)).toEqual([]);
  });

  it('never is in the output folder', async () => {
    const folder = workspace();
    for (const out of [join(folder, 'deploy'), folder]) {
      await expect(writeDeploy({ folder, out }, 'headers.json', 'x')).rejects.toMatchObject({
        code: 'SVC_OUT_UNSAFE',
        location: { field: 'out' },
      });
    }
    expect(filesIn(folder)).toEqual([]);
  });

  it('never lies there through a link either', async () => {
    const folder = workspace({ 'out/index.html': '' });
    mkdirSync(join(folder, 'out/deploy'));
    symlinkSync('out/deploy', join(folder, 'deploy'));
    await expect(assertDeployApart({ folder, out: join(folder, 'out') })).rejects.toMatchObject({
      code: 'SVC_OUT_UNSAFE',
    });
  });

  it('does not write through a link, nor over a folder', async () => {
    const folder = workspace({ 'elsewhere.txt': 'mine', 'deploy/folder/x': '' });
    const place = { folder, out: join(folder, 'out') };
    symlinkSync('../elsewhere.txt', join(folder, 'deploy/headers.json'));
    expect(await writeDeploy(place, 'headers.json', 'new')).toBe('changed');
    expect([text(folder, 'elsewhere.txt'), text(folder, 'deploy/headers.json')]).toEqual(['mine', 'new']);
    await expect(writeDeploy(place, 'folder', 'x')).rejects.toMatchObject({ code: 'SVC_OUT_OCCUPIED' });
  });
});
