import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Permissions and owner of a file. */
export interface FileAttributes {
  readonly mode?: number;
  readonly uid?: number;
  readonly gid?: number;
}

/** Replaces a file, or creates it: readers see the old one or the new one, and a crash leaves either. */
export function replaceFile(
  path: string,
  content: string | Uint8Array,
  attributes?: FileAttributes,
): Promise<void> {
  return throughTemporary(path, content, attributes, (temporary) => rename(temporary, path));
}

/** Creates a file: complete or not at all. Fails with `EEXIST` when the file exists. */
export function createFile(
  path: string,
  content: string | Uint8Array,
  attributes?: FileAttributes,
): Promise<void> {
  return throughTemporary(path, content, attributes, (temporary) =>
    link(temporary, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error;
      // Some file systems have no hard links.
      return copyFile(temporary, path, constants.COPYFILE_EXCL);
    }),
  );
}

async function throughTemporary(
  path: string,
  content: string | Uint8Array,
  { mode, uid, gid }: FileAttributes = {},
  place: (temporary: string) => Promise<void>,
): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    // A file in the place of the folder: not the file that `createFile` is about.
    throw error.code === 'EEXIST' ? Object.assign(error, { code: 'ENOTDIR' }) : error;
  });
  // Hidden, so that no build reads it as content. The name is short enough in every script.
  const temporary = join(folder, `.${basename(path).slice(0, 50)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      if (mode !== undefined) await file.chmod(mode);
      // Only root can change the owner of a file.
      if (uid !== undefined && gid !== undefined && process.getuid?.() === 0) await file.chown(uid, gid);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await place(temporary);
  } finally {
    await rm(temporary, { force: true });
  }
}
