import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
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
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler, Buffer.alloc(bavail * bsize));
    },
    makeRoom: () => rmSync(filler),
    remove() {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
