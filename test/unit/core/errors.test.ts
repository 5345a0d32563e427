import { describe, expect, it } from 'vitest';
import { fileProblem, fileProblemText, writeTo } from '../../../src/core/errors.js';

it('a file that was removed is a problem of the site, not of the program', () => {
  const gone = Object.assign(new Error("ENOENT: no such file or directory, open '/srv/out/a.md'"), {
    code: 'ENOENT',
    syscall: 'open',
    path: '/srv/out/a.md',
  });
  expect(fileProblemText(new Error('x', { cause: gone }))).toBe(
    "A file of the site can't be used: the file was removed in the meantime (ENOENT, open). Put it back, or build the site again.",
  );
});

describe('a full disk', () => {
  it('is reported with the file that was written', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    });
    const write = () =>
      writeTo('out/a.md', () => {
        throw full;
      });
    expect(write).toThrow(full);
    expect(fileProblem(full)).toMatchObject({
      message: 'the disk is full (ENOSPC, write)',
      location: { file: 'out/a.md' },
    });
  });
});
