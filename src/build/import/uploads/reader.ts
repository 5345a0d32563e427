import { realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { attempt } from '../../../core/attempt.js';
import { SvcError } from '../../../core/errors.js';
import { FetchError } from '../../../core/net/fetch-error.js';
import type { GuardedFetch } from '../../../core/net/guarded-fetch.js';
import { encodeSegments } from '../../../core/percent.js';

/** Why a file couldn't be copied. */
export type UploadProblem =
  /** The folder or the site doesn't have it. */
  | 'missing'
  /** Larger than `MAX_UPLOAD_BYTES`. */
  | 'too-big'
  /** It leads out of the folder, to an internal network, or to a page instead of a file. */
  | 'refused'
  /** The site doesn't answer. */
  | 'unreachable';

/** A file for the imported site: its content, or the path of a file to copy. */
export type UploadFile =
  | { readonly bytes: Uint8Array }
  | { readonly from: string; readonly size: number }
  | { readonly problem: UploadProblem };

/** Where the files of the old site come from. */
export interface UploadReader {
  /** As in messages. */
  readonly name: string;
  /** True where reading takes a request. */
  readonly isRemote: boolean;
  /**
   * Reads a file.
   * @param file its path below the site's address, decoded, with `/` between names that are safe
   */
  read(file: string): Promise<UploadFile>;
}

/** Larger files aren't copied. */
export const MAX_UPLOAD_BYTES = 100_000_000;

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
  return { name, isRemote: false, read: async (file) => find(root, file) };
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
  return attempt(() => realpathSync(path));
}

const TIMEOUT_MS = 60_000;
/** After so many failures in a row, the rest isn't tried. */
const MAX_FAILURES = 5;
/** Many sites answer with a page where a file is missing. */
const ACCEPT = ['image/*', 'video/*', 'audio/*', 'application/*', 'text/plain', 'text/csv', 'text/vtt'];
const PAGE = /^\s*<(?:!doctype\s+html|html)\b/i;

const PROBLEMS: Readonly<Partial<Record<string, UploadProblem>>> = {
  'too-big': 'too-big',
  'content-type': 'missing',
  'internal-address': 'refused',
  'bad-url': 'refused',
  scheme: 'refused',
  port: 'refused',
};

/**
 * Reads uploads from a site.
 * @param base its address, without a slash at the end
 */
export function siteReader(base: string, fetch: GuardedFetch): UploadReader {
  let failures = 0;
  return {
    name: base,
    isRemote: true,
    async read(file) {
      if (failures >= MAX_FAILURES) return { problem: 'unreachable' };
      const answer = await request(`${base}/${encodeSegments(file)}`, fetch);
      failures = 'problem' in answer && answer.problem === 'unreachable' ? failures + 1 : 0;
      return answer;
    },
  };
}

async function request(url: string, fetch: GuardedFetch): Promise<UploadFile> {
  try {
    const { status, body } = await fetch(url, {
      maxBytes: MAX_UPLOAD_BYTES,
      timeoutMs: TIMEOUT_MS,
      accept: ACCEPT,
    });
    if (status >= 500 || status === 429) return { problem: 'unreachable' };
    if (status !== 200 || PAGE.test(body.toString('latin1', 0, 200))) return { problem: 'missing' };
    return { bytes: body };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return { problem: PROBLEMS[error.reason] ?? 'unreachable' };
  }
}
