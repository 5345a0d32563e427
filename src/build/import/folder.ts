import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { formatLocalDate } from '../../core/dates.js';
import { SvcError } from '../../core/errors.js';
import { foldName } from '../../core/text.js';
import type { FirstReading } from './gather.js';

/** What exists at the path of the target folder. */
type FolderState = 'nothing' | 'empty' | 'full';

/**
 * Checks the target folder before anything is written.
 * @throws SvcError `SVC_OUT_OCCUPIED` where the path is not a folder
 */
export function inspectFolder(folder: string): FolderState {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return 'nothing';
  if (!found.isDirectory()) {
    const message = 'the path of the folder is a file or a link';
    const fix = 'Remove it, or name another folder with --to.';
    throw new SvcError('SVC_OUT_OCCUPIED', message, { file: folder, fix });
  }
  return readdirSync(folder).length === 0 ? 'empty' : 'full';
}

/**
 * A temporary folder next to the final one. Nothing appears at the final path before all files are
 * there, and no existing file is ever replaced.
 */
export class NewFolder {
  readonly #stage: string;
  readonly #files: string[] = [];
  readonly #folders = new Set<string>();

  /** @param target absolute path */
  constructor(private readonly target: string) {
    mkdirSync(dirname(target), { recursive: true });
    this.#stage = mkdtempSync(join(dirname(target), `.${basename(target)}.svc-import-`));
  }

  /** @param file relative, with `/` between names that are safe */
  write(file: string, content: string | Uint8Array): void {
    writeFileSync(this.#makeWay(this.#stage, file), content, { flag: 'wx' });
    this.#files.push(file);
  }

  /**
   * Copies a file from elsewhere.
   * @param from absolute path
   */
  copy(file: string, from: string): void {
    copyFileSync(from, this.#makeWay(this.#stage, file), constants.COPYFILE_EXCL);
    this.#files.push(file);
  }

  /**
   * Moves everything to its place: the folder as a whole where there is none yet, else file by file.
   * @returns the files that existed already and stay as they are
   */
  commit(): readonly string[] {
    if (!existsSync(this.target)) {
      renameSync(this.#stage, this.target);
      return [];
    }
    const kept = this.#files.filter((file) => !this.#place(file));
    this.discard();
    return kept;
  }

  /** Removes what has not been moved. */
  discard(): void {
    rmSync(this.#stage, { recursive: true, force: true });
  }

  #place(file: string): boolean {
    const from = join(this.#stage, file);
    this.#assertNoLinks(file);
    const to = this.#makeWay(this.target, file);
    try {
      // Unlike a rename, a hard link never replaces a file.
      linkSync(from, to);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    }
    if (existsSync(to)) return false;
    // File systems without hard links.
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    return true;
  }

  #makeWay(root: string, file: string): string {
    const path = join(root, file.split('/').join(sep));
    const folder = dirname(path);
    if (!this.#folders.has(folder)) mkdirSync(folder, { recursive: true });
    this.#folders.add(folder);
    return path;
  }

  /** A link on the path could lead out of the folder. */
  #assertNoLinks(file: string): void {
    const parts = file.split('/').slice(0, -1);
    for (let depth = 1; depth <= parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join('/');
      if (this.#folders.has(join(this.target, folder))) continue;
      const found = lstatSync(join(this.target, folder), { throwIfNoEntry: false });
      if (found === undefined || found.isDirectory()) continue;
      const message = `"${folder}" isn't a folder of its own`;
      const fix = 'Remove the link or file of that name, or name another folder with --to.';
      throw new SvcError('SVC_OUT_OCCUPIED', message, { file: this.target, fix });
    }
  }
}

/** Folders of the types that every site has; other types have a folder of their own name. */
const FOLDERS: Readonly<Record<string, string>> = { post: 'posts', page: 'pages' };
/** Names with a meaning in a content folder. */
const TAKEN = new Set(['public', 'dist', 'out', 'node_modules', 'bower_components']);
/** File systems take 255 bytes; date, id and ending need some. */
const MAX_NAME_BYTES = 180;
/** Characters that a file system refuses, that control a terminal, or that an address would have to encode. */
const REFUSED = /[\p{Cc}\p{Cs}\p{Cn}\s\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*%#]+/gu;
/** Names that Windows reserves. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * Gives every entry a file: `posts/2024-05-01-tea.html`, `pages/about.html`, `<type>/<slug>.html`. Letters of any
 * script stay; characters that a file system refuses become hyphens. Where two entries would share a file, also on
 * a disk that ignores case, the higher id is appended to the name of its entry.
 * @returns path by id
 */
export function nameFiles(entries: Iterable<FirstReading>): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const taken = new Set<string>();
  for (const entry of [...entries].sort((a, b) => a.id - b.id)) {
    const folder = folderOf(entry.type);
    const stem = stemOf(entry);
    let path = `${folder}/${stem}.html`;
    while (taken.has(foldName(path))) path = path.replace(/\.html$/, `-${entry.id}.html`);
    taken.add(foldName(path));
    names.set(entry.id, path);
  }
  return names;
}

function folderOf(type: string): string {
  const name = Object.hasOwn(FOLDERS, type) ? (FOLDERS[type] ?? '') : safeName(type);
  return name === '' || TAKEN.has(name.toLowerCase()) ? `type-${name || 'none'}` : name;
}

function stemOf({ id, type, slug, published, utcOffset }: FirstReading): string {
  const name = safeName(slug) || String(id);
  if (type === 'post' && published !== undefined) {
    return `${formatLocalDate(published + (utcOffset ?? 0), 'UTC')}-${name}`;
  }
  // A name that begins like a date would set the page's date.
  return /^\d{4}-\d{1,2}-\d{1,2}-/.test(name) ? `${id}-${name}` : name;
}

/** A slug or type as the name of a file or folder; empty when nothing is left. */
function safeName(text: string): string {
  const name = cut(
    text
      .normalize('NFC')
      .replace(REFUSED, '-')
      // Names that begin with these are hidden or aren't pages.
      .replace(/^[-_.~]+|[-. ]+$/g, ''),
  );
  return DEVICE.test(name.split('.')[0] ?? '') ? `${name}-` : name;
}

function cut(name: string): string {
  let [kept, bytes] = ['', 0];
  for (const letter of name) {
    bytes += Buffer.byteLength(letter);
    if (bytes > MAX_NAME_BYTES) return kept.replace(/[-. ]+$/, '');
    kept += letter;
  }
  return kept;
}
