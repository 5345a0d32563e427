import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of a few megabytes. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves no room. */
  fill(): void;
  makeRoom(): void;
  remove(): void;
}

/** @returns undefined where the system lets nobody mount one */
export function smallDisk(): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'svc-small-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]);
  if (status !== 0) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      const file = openSync(filler, 'w');
      try {
        for (;;) writeSync(file, Buffer.alloc(4096));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    makeRoom: () => rmSync(filler),
    remove() {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
