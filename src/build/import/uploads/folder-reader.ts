import { realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { SvcError } from '../../../core/errors.js';
import { MAX_UPLOAD_BYTES, type UploadFile, type UploadReader } from './reader.js';

/**
 * The parts of an address that a copy of the folder doesn't have: the folder may be that of the site, its `wp-content`,
 * its uploads, Ghost's `content` or its images.
 */
const ABOVE = [
  /^/,
  /^(?:.*?\/)?(?:wp-content|app)\//,
  /^(?:.*?\/)?(?:uploads|files)\//,
  /^(?:.*?\/)?content\//,
  /^(?:.*?\/)?content\/(?:images|media|files)\//,
  /^(?:.*?\/)?(?=(?:19|20)\d\d\/\d\d\/)/,
];

/**
 * Reads uploads from a folder on this machine. A link in it that leads out of it isn't followed.
 * @param folder absolute
 * @throws SvcError `SVC_USAGE` if the folder doesn't exist
 */
export function folderReader(folder: string, name: string): UploadReader {
  const root = realFolder(folder, name);
  return {
    name,
    isRemote: false,
    read: async (file) => find(root, file),
  };
}

function realFolder(folder: string, name: string): string {
  try {
    const root = realpathSync(folder);
    if (statSync(root).isDirectory()) return root;
  } catch {
    // The same as no folder.
  }
  throw new SvcError('SVC_USAGE', `expected a folder or an address, found "${name}"`, {
    field: '--uploads',
    fix: 'Name a copy of wp-content/uploads or content/images, or the address of the old site with https://.',
  });
}

function find(root: string, file: string): UploadFile {
  const ways = ABOVE.filter((above) => above.test(file)).map((above) => file.replace(above, ''));
  // Disks of some systems keep accents apart from their letters.
  for (const way of new Set(ways.flatMap((one) => [one, one.normalize('NFD')]))) {
    const from = real(join(root, way.split('/').join(sep)));
    if (from === undefined) continue;
    if (!from.startsWith(root + sep)) return { problem: 'refused' };
    const found = statSync(from);
    if (!found.isFile()) continue;
    return found.size > MAX_UPLOAD_BYTES ? { problem: 'too-big' } : { from, size: found.size };
  }
  return { problem: 'missing' };
}

function real(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
