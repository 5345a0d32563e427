import { lstat, readFile, realpath, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { PrivacyRules } from '../../../config/config.js';
import { NO_PRIVACY_RULES } from '../../../content/privacy/privacy.js';
import { systemClock } from '../../../core/clock.js';
import { createFile, replaceFile } from '../../../core/files.js';
import { Warnings } from '../../../core/warnings.js';
import type { EntryContext, FileEntry } from '../../../sources/files/entry.js';
import { findLayout, siteOf } from '../../../sources/files/find-layout.js';
import { readFrontMatter } from '../../../sources/files/front-matter.js';
import { HeldBack, LeftOutFiles } from '../../../sources/files/held-back.js';
import type { Layout } from '../../../sources/files/layout.js';
import { readMedia } from '../../../sources/files/library.js';
import { buildEntry } from '../../../sources/files/open-entry.js';
import { type FilesOptions, readFilesOptions } from '../../../sources/files/options.js';
import { profileOf } from '../../../sources/files/profiles/table.js';
import { SubstackTables } from '../../../sources/files/substack.js';
import { AbilityError } from '../../abilities/ability.js';
import type { FieldRules } from './fields.js';

/** A content folder, read like a build reads it. */
export class ContentFolder {
  /** Absolute. */
  readonly root: string;
  readonly layout: Layout;
  readonly options: FilesOptions;

  /** @param privacy the owner's rules for names that look like access restrictions */
  constructor(
    root: string,
    options: Readonly<Record<string, unknown>>,
    private readonly timeZone: string,
    private readonly privacy: PrivacyRules = NO_PRIVACY_RULES,
  ) {
    this.options = readFilesOptions(options);
    this.layout = findLayout(root, this.options);
    this.root = this.layout.root;
  }

  get rules(): FieldRules {
    const { authoring = {} } = profileOf(this.layout.generator);
    return { authoring, isLibrary: this.layout.library !== undefined };
  }

  /** Path of the site that the content was written for; empty at the root of its host. */
  get basePath(): string {
    const url = siteOf(this.layout).baseUrl;
    return url === undefined ? '' : new URL(url).pathname.replace(/\/+$/, '');
  }

  /** Returns how pages of the folder refer to an image of its media library; undefined for an unknown image. */
  imageName(id: number): string | number | undefined {
    const { library } = this.layout;
    const media = library?.media ?? readMedia(this.root);
    const item = media.find((one) => one.id === id);
    if (item === undefined) return undefined;
    // In an imported folder, several images may have the same address.
    return library !== undefined && library.mediaAt(item.url) !== id ? id : item.url;
  }

  /**
   * Parses a file like a build; returns undefined when the build creates no entry from it.
   * @param key path below the root, with `/`
   * @param text the whole file
   */
  entryOf(key: string, text: string): FileEntry | undefined {
    const place = this.layout.rules.place(key);
    if (place === undefined) return undefined;
    const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
    return buildEntry(place, readFrontMatter(plain), this.#context());
  }

  #context(): EntryContext {
    const { layout, options } = this;
    return {
      layout,
      options,
      timeZone: this.timeZone,
      now: systemClock().now(),
      warnings: new Warnings(),
      privacy: this.privacy,
      held: new HeldBack(),
      leftOut: new LeftOutFiles(),
      substack: new SubstackTables(this.root),
    };
  }
}

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
    await replaceFile(path, bytes, { mode: mode & 0o7777, uid, gid });
  },

  create: createFile,

  remove: (path) => rm(path),
};

/** An empty name between slashes or at an end, `.` or `..`. */
const BAD_NAME = /(?:^|\/)\.{0,2}(?:\/|$)/;

/**
 * Returns the path of a file that must be inside a folder: no name leads out of it, and no part of the path is a
 * symbolic link.
 * @param root absolute
 * @param key relative, with `/`
 * @returns the absolute path, of a regular file or of nothing
 * @throws AbilityError `svc_unsafe_path`; `svc_not_found` when the folder no longer exists
 */
export async function fileInside(root: string, key: string): Promise<string> {
  if (BAD_NAME.test(key) || key.includes('\0') || (sep === '\\' && key.includes(sep))) throw unsafe(key);
  const path = join(root, ...key.split('/'));
  const found = await lstat(path).catch(() => undefined);
  if (found !== undefined && !found.isFile()) throw unsafe(key);
  const [realRoot, realFolder] = await Promise.all([realpath(root), nearestRealFolder(dirname(path))]);
  const expected = found === undefined ? undefined : join(realRoot, dirname(key));
  const isInside = realFolder === realRoot || realFolder.startsWith(realRoot + sep);
  if (!isInside || (expected !== undefined && realFolder !== expected)) throw unsafe(key);
  return path;
}

/** Returns the real path of a folder, or of its nearest existing ancestor. */
async function nearestRealFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (error) {
    const above = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error;
    return nearestRealFolder(above);
  }
}

function unsafe(key: string): AbilityError {
  const message = `"${key}" isn't a regular file inside its content folder (symbolic links aren't followed). Put the file itself there.`;
  return new AbilityError(409, 'svc_unsafe_path', message);
}
