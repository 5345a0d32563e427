import { mkdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { ContentEntry, ContentStore } from '../../../build/content/port.js';
import type { Config } from '../../../config/config.js';
import { shortHash } from '../../../core/hash.js';
import type { Storage } from '../../../storage/port.js';
import { addRevision, pruneRevisions } from '../../../storage/tables/revisions.js';
import { userById } from '../../../storage/tables/users.js';
import { commitWrite, pushCommits } from '../git/commit-write.js';
import { ContentFolder } from './entry-file.js';
import { fileInside } from './file-inside.js';
import { type FileAccess, realFiles } from './files.js';
import { guardWhole } from './guard-whole.js';
import { WriteRefusal } from './refusal.js';
import { joinFile, type StoredFile, splitFile } from './stored-file.js';
import { withWriteLock } from './write-lock.js';

/** What a writer works with. */
export interface WriterOptions {
  readonly config: Pick<Config, 'source' | 'content' | 'site'> & Partial<Pick<Config, 'privacy'>>;
  /** The configuration's folder. */
  readonly folder: string;
  readonly storage: Storage;
  /** Unix seconds. */
  now(): number;
  logError(error: unknown, what: string): void;
  /** Whether this process is the one that writes; by default it is. */
  isWriter?(): Promise<boolean>;
  readonly files?: FileAccess;
}

/** A content file that has been read in order to be written. */
export interface OpenFile {
  readonly folder: ContentFolder;
  /** From the folder's root, with `/`. */
  readonly key: string;
  /** Absolute. */
  readonly path: string;
  /** As they were read: a change in the meantime is not overwritten. */
  readonly bytes: Buffer;
  readonly file: StoredFile;
}

/** The file of an entry. */
export interface OpenEntry extends OpenFile {
  readonly entry: ContentEntry;
}

/** A write, as revisions and the repository remember it. */
export interface WriteNote {
  /** Id of the account. */
  readonly userId: number;
  /** What was done, in a few words: the subject of the commit. */
  readonly subject: string;
  /** Files that were written for it: each gets a commit before its own. */
  readonly also?: { readonly paths: readonly string[]; readonly subject: string };
}

/**
 * Writes content files: one writer at a time, no change lost, the former body kept, and the result read back.
 * @see design section 10, "Content store"
 */
export class ContentWriter {
  readonly #options: WriterOptions;
  readonly #files: FileAccess;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#files = options.files ?? realFiles;
  }

  /** The folder of a source of files, by its number in the configuration. */
  folderOf(source: number): ContentFolder {
    const { config } = this.#options;
    const { path = '', options = {} } = config.source[source] ?? {};
    return new ContentFolder(path, options, config.site.timezone ?? 'UTC', config.privacy);
  }

  /**
   * Reads the file of an entry.
   * @throws WriteRefusal `svc_read_only_source`, `svc_not_writer`, `svc_not_found`, `svc_unsafe_path`,
   * `svc_file_encoding`, `svc_front_matter`
   */
  async open(store: ContentStore, entry: ContentEntry): Promise<OpenEntry> {
    this.guardSource(store, entry);
    await this.guardWriter();
    const folder = this.folderOf(entry.source);
    return { entry, ...(await this.openFile(folder, entry.key)) };
  }

  /**
   * Makes sure that an entry, or a new one, can be written.
   * @throws WriteRefusal `svc_read_only_source`
   */
  guardSource(store: ContentStore, entry?: ContentEntry): void {
    if (store.isWritable(entry?.id)) return;
    const { source } = this.#options.config;
    const path = (entry === undefined ? source[0] : source[entry.source])?.path ?? '';
    const shown = relative(this.#options.folder, path) || path;
    throw new WriteRefusal(
      409,
      'svc_read_only_source',
      `This site is made from an export ("${shown}"), which is a copy of content that is kept elsewhere and is never written. Turn it into a folder of files first: svc import --source "${shown}" --to content. Then set "source" to that folder.`,
    );
  }

  /** @throws WriteRefusal `svc_not_writer` */
  async guardWriter(): Promise<void> {
    if ((await this.#options.isWriter?.()) ?? true) return;
    throw new WriteRefusal(
      503,
      'svc_not_writer',
      'Another sidecar of this site is the one that writes content. Ask that one, or try again when it has ended.',
    );
  }

  /** @throws WriteRefusal `svc_not_found`, `svc_unsafe_path`, `svc_file_encoding`, `svc_front_matter` */
  async openFile(folder: ContentFolder, key: string): Promise<OpenFile> {
    const path = await fileInside(folder.root, key);
    const bytes = await this.#read(path, key);
    return { folder, key, path, bytes, file: splitFile(bytes, key) };
  }

  /**
   * Puts a file in the place of the one that was opened, and keeps what it was as a revision.
   * @param entry whose file it is
   * @returns id of the revision
   * @throws WriteRefusal as `replace` does; what was stored wrongly names the revision
   */
  async save(
    open: OpenFile,
    entry: Pick<ContentEntry, 'id' | 'title'>,
    next: StoredFile,
    note: WriteNote,
  ): Promise<number> {
    const { file, path } = open;
    guardWhole(open, next);
    const former = {
      postId: entry.id,
      userId: note.userId,
      created: this.#options.now(),
      title: entry.title,
      body: file.body,
      head: joinFile({ ...file, body: '' }),
      file: this.nameOf(path),
    };
    const { keep, days } = this.#options.config.content.revisions;
    const id = await this.#replace(open, joinFile(next), () =>
      this.#options.storage.write(async (db) => {
        const revision = await addRevision(db, former);
        await pruneRevisions(db, entry.id, { keep, before: former.created - days * 86_400 });
        return revision;
      }),
    );
    await this.commit([path], note);
    return id ?? 0;
  }

  /**
   * Puts a text in the place of the file that was opened. No revision is kept.
   * @param note absent: the caller commits it
   * @throws WriteRefusal `svc_write_conflict` when the file has changed since it was opened,
   * `svc_edit_filtered` when what was stored is not what was meant
   */
  async replace(open: OpenFile, text: string, note?: WriteNote): Promise<void> {
    await this.#replace(open, text, () => Promise.resolve(undefined));
    if (note !== undefined) await this.commit([open.path], note);
  }

  /** @param keep called inside the lock; returns the revision */
  async #replace(
    { path, key, bytes }: OpenFile,
    text: string,
    keep: () => Promise<number | undefined>,
  ): Promise<number | undefined> {
    const wanted = Buffer.from(text);
    return this.#alone(path, async () => {
      if (!(await this.#read(path, key)).equals(bytes)) throw conflict(key);
      const revision = await keep();
      await this.#files.replace(path, wanted);
      if (!(await this.#read(path, key)).equals(wanted)) throw filtered(key, revision);
      return revision;
    });
  }

  /**
   * Writes a file that was not there.
   * @param note absent: the caller commits it
   * @throws WriteRefusal `svc_write_conflict` when it is there by now, `svc_unsafe_path`
   */
  async create(folder: ContentFolder, key: string, text: string, note?: WriteNote): Promise<void> {
    await this.createBytes(folder.root, key, Buffer.from(text), note);
  }

  /**
   * Writes a file of any kind that was not there.
   * @param root absolute; made when it is not there
   * @param key below it, with `/`
   * @throws WriteRefusal as `create` does
   */
  async createBytes(root: string, key: string, bytes: Buffer, note?: WriteNote): Promise<void> {
    await mkdir(root, { recursive: true });
    const path = await fileInside(root, key);
    await this.#alone(path, async () => {
      try {
        await this.#files.create(path, bytes);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw conflict(key);
        throw error;
      }
      if (!(await this.#read(path, key)).equals(bytes)) throw filtered(key, undefined);
    });
    if (note !== undefined) await this.commit([path], note);
  }

  /**
   * Removes an uncommitted file that `createBytes` has written; one that has changed since then stays.
   * @param root absolute
   * @param key below it, with `/`
   */
  async takeBack(root: string, key: string, bytes: Buffer): Promise<void> {
    const path = await fileInside(root, key);
    await this.#alone(path, async () => {
      if ((await this.#read(path, key)).equals(bytes)) await this.#files.remove(path);
    });
  }

  /**
   * Commits written files where the configuration says so. What has been written stays written when git fails.
   * @param paths absolute
   */
  async commit(paths: readonly string[], { userId, subject, also }: WriteNote): Promise<void> {
    const { git } = this.#options.config.content;
    // One by one: a file that git is told to ignore keeps nothing else from being committed.
    for (const path of also?.paths ?? []) await this.commit([path], { userId, subject: also?.subject ?? '' });
    const [first] = paths;
    if (!git.commit || first === undefined) return;
    const user = await userById(this.#options.storage.db, userId);
    const author = { name: user?.displayName || user?.name || 'svc', email: user?.email ?? '' };
    try {
      const isNew = await this.#alone('git', () => commitWrite({ paths, subject, author }));
      if (isNew && git.push) this.#push(dirname(first), git.branch);
    } catch (error) {
      this.#options.logError(error, 'git did not commit a write');
    }
  }

  /** A path from the configuration's folder, with `/`. */
  nameOf(path: string): string {
    return relative(this.#options.folder, path).split(sep).join('/');
  }

  /** The push runs in the background. */
  #push(folder: string, branch: string | undefined): void {
    this.#alone('push', () => pushCommits(folder, branch)).catch((error: unknown) =>
      this.#options.logError(error, 'git did not push a write'),
    );
  }

  /** One after the other, also across the processes of this machine. */
  async #alone<T>(what: string, work: () => Promise<T>): Promise<T> {
    const locks = join(this.#options.folder, '.svc', 'write-locks');
    await mkdir(locks, { recursive: true });
    return withWriteLock(join(locks, shortHash(what)), work);
  }

  async #read(path: string, key: string): Promise<Buffer> {
    try {
      return await this.#files.read(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new WriteRefusal(
        404,
        'svc_not_found',
        `The file of this entry, "${key}", is not there any more.`,
      );
    }
  }
}

function conflict(key: string): WriteRefusal {
  return new WriteRefusal(
    409,
    'svc_write_conflict',
    `"${key}" has changed in the meantime, and your change was not written. Read the page again and repeat the change.`,
  );
}

function filtered(key: string, revision: number | undefined): WriteRefusal {
  const former = revision === undefined ? '' : ` The former text is kept as revision ${revision}.`;
  return new WriteRefusal(
    500,
    'svc_edit_filtered',
    `"${key}" was saved, but what is stored is not what was meant to be.${former}`,
  );
}
