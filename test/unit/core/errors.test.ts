import { describe, expect, it } from 'vitest';
import { fileProblem, writeTo } from '../../../src/core/errors.js';

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
