import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { giveName } from './write-lock.js';

/** Reads and writes files; tests replace it. */
export interface FileAccess {
  read(path: string): Promise<Buffer>;
  /** Replaces the bytes of a file atomically: readers get either the old or the new ones. */
  replace(path: string, bytes: Uint8Array): Promise<void>;
  /** Creates a file and its folders. Fails with `EEXIST` when the file exists. */
  create(path: string, bytes: Uint8Array): Promise<void>;
  remove(path: string): Promise<void>;
}

/** File access on this machine. */
export const realFiles: FileAccess = {
  read: (path) => readFile(path),

  async replace(path, bytes) {
    const { mode, uid, gid } = await lstat(path);
    await throughTemporary(path, bytes, { mode: mode & 0o7777, uid, gid }, (temporary) =>
      rename(temporary, path),
    );
  },

  async create(path, bytes) {
    await mkdir(dirname(path), { recursive: true });
    // A file that appeared in the meantime isn't overwritten.
    await throughTemporary(path, bytes, {}, (temporary) => giveName(temporary, path));
  },

  remove: (path) => rm(path),
};

interface Owner {
  readonly mode?: number;
  readonly uid?: number;
  readonly gid?: number;
}

async function throughTemporary(
  path: string,
  bytes: Uint8Array,
  { mode, uid, gid }: Owner,
  place: (temporary: string) => Promise<void>,
): Promise<void> {
  // Hidden, so that no build reads it as content.
  const temporary = join(
    dirname(path),
    `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`,
  );
  try {
    const file = await open(temporary, 'wx');
    try {
      if (mode !== undefined) await file.chmod(mode);
      // Only root can change the owner of a file.
      if (uid !== undefined && gid !== undefined && process.getuid?.() === 0) await file.chown(uid, gid);
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await place(temporary);
  } finally {
    await rm(temporary, { force: true });
  }
}
