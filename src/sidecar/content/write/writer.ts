import { mkdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { ContentEntry, ContentStore } from '../../../build/content/port.js';
import type { Config } from '../../../config/config.js';
import type { Background } from '../../../core/clock.js';
import { withLock } from '../../../core/file-lock.js';
import { shortHash } from '../../../core/hash.js';
import type { Storage } from '../../../storage/port.js';
import { addRevision, pruneRevisions } from '../../../storage/tables/revisions.js';
import { userById } from '../../../storage/tables/users.js';
import { AbilityError } from '../../abilities/ability.js';
import { commitWrite, pushCommits } from '../git/commit-write.js';
import { ContentFolder, type FileAccess, fileInside, realFiles } from './entry-file.js';
import { guardWhole, joinFile, type StoredFile, splitFile } from './stored-file.js';

/** The inputs of the writer. */
export interface WriterOptions extends Background {
  readonly config: Pick<Config, 'source' | 'content' | 'site'> & Partial<Pick<Config, 'privacy'>>;
  /** The configuration's folder. */
  readonly folder: string;
  readonly storage: Storage;
  /** Returns whether this process is the writer; true by default. */
  isWriter?(): Promise<boolean>;
  readonly files?: FileAccess;
}

/** A content file opened for writing. */
export interface OpenFile {
  readonly folder: ContentFolder;
  /** Path below the folder's root, with `/`. */
  readonly key: string;
  /** Absolute. */
  readonly path: string;
  /** The bytes as read: a change in the meantime isn't overwritten. */
  readonly bytes: Buffer;
  readonly file: StoredFile;
}

/** The file of an entry. */
export interface OpenEntry extends OpenFile {
  readonly entry: ContentEntry;
}

/** A description of a write, for revisions and the repository. */
export interface WriteNote {
  /** Id of the account. */
  readonly userId: number;
  /** Short description of the change; the subject of the commit. */
  readonly subject: string;
  /** Further files written for the change: each gets a commit before the one of the change. */
  readonly also?: { readonly paths: readonly string[]; readonly subject: string };
}

/**
 * Writes content files: one writer at a time, no lost changes, the previous body stored, and the result verified.
 */
export class ContentWriter {
  readonly #files: FileAccess;

  constructor(private readonly options: WriterOptions) {
    this.#files = options.files ?? realFiles;
  }

  /** Returns the folder of a file source by its index in the configuration. */
  folderOf(source: number): ContentFolder {
    const { config } = this.options;
    const { path = '', options = {} } = config.source[source] ?? {};
    return new ContentFolder(path, options, config.site.timezone ?? 'UTC', config.privacy);
  }

  /**
   * Reads the file of an entry.
   * @throws AbilityError `svc_read_only_source`, `svc_not_writer`, `svc_not_found`, `svc_unsafe_path`,
   * `svc_file_encoding`, `svc_front_matter`
   */
  async open(store: ContentStore, entry: ContentEntry): Promise<OpenEntry> {
    this.guardSource(store, entry);
    await this.guardWriter();
    const folder = this.folderOf(entry.source);
    return { entry, ...(await this.openFile(folder, entry.key)) };
  }

  /**
   * Checks that an entry, or a new one, can be written.
   * @throws AbilityError `svc_read_only_source`
   */
  guardSource(store: ContentStore, entry?: ContentEntry): void {
    if (store.isWritable(entry?.id)) return;
    const { source } = this.options.config;
    const path = (entry === undefined ? source[0] : source[entry.source])?.path ?? '';
    const shown = relative(this.options.folder, path) || path;
    const message = `This site is built from an export ("${shown}"), which is read-only: it's a copy of content that is stored elsewhere. Convert it to a folder of files first: svc import --source "${shown}" --to content. Then set "source" to that folder.`;
    throw new AbilityError(409, 'svc_read_only_source', message);
  }

  /** @throws AbilityError `svc_not_writer` */
  async guardWriter(): Promise<void> {
    if ((await this.options.isWriter?.()) ?? true) return;
    const message =
      'Another sidecar of this site currently writes content. Send the request to that sidecar, or try again after it has stopped.';
    throw new AbilityError(503, 'svc_not_writer', message);
  }

  /** @throws AbilityError `svc_not_found`, `svc_unsafe_path`, `svc_file_encoding`, `svc_front_matter` */
  async openFile(folder: ContentFolder, key: string): Promise<OpenFile> {
    const path = await fileInside(folder.root, key);
    const bytes = await this.#read(path, key);
    return { folder, key, path, bytes, file: splitFile(bytes, key) };
  }

  /**
   * Replaces an opened file, and stores its previous content as a revision.
   * @param entry the entry of the file
   * @returns id of the revision
   * @throws AbilityError as for `replace`; when the stored content is wrong, the message names the revision
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
      created: this.options.now(),
      title: entry.title,
      body: file.body,
      head: joinFile({ ...file, body: '' }),
      file: this.nameOf(path),
    };
    const { keep, days } = this.options.config.content.revisions;
    const id = await this.#replace(open, joinFile(next), () =>
      this.options.storage.write(async (db) => {
        const revision = await addRevision(db, former);
        await pruneRevisions(db, entry.id, { keep, before: former.created - days * 86_400 });
        return revision;
      }),
    );
    await this.commit([path], note);
    return id ?? 0;
  }

  /**
   * Replaces an opened file. No revision is stored.
   * @param note absent when the caller commits the file
   * @throws AbilityError `svc_write_conflict` when the file has changed since it was opened, `svc_edit_filtered` when
   *   the stored content isn't the intended one
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
   * Creates a file.
   * @param note absent when the caller commits the file
   * @throws AbilityError `svc_write_conflict` when the file already exists, `svc_unsafe_path`
   */
  async create(folder: ContentFolder, key: string, text: string, note?: WriteNote): Promise<void> {
    await this.createBytes(folder.root, key, Buffer.from(text), note);
  }

  /**
   * Creates a file of any kind.
   * @param root absolute; created if it doesn't exist
   * @param key path below `root`, with `/`
   * @throws AbilityError as `create` does
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
   * Removes an uncommitted file that `createBytes` has written, unless it has changed since.
   * @param root absolute
   * @param key path below `root`, with `/`
   */
  async takeBack(root: string, key: string, bytes: Buffer): Promise<void> {
    const path = await fileInside(root, key);
    await this.#alone(path, async () => {
      if ((await this.#read(path, key)).equals(bytes)) await this.#files.remove(path);
    });
  }

  /**
   * Commits written files if the configuration requires it. Written files stay when git fails.
   * @param paths absolute
   */
  async commit(paths: readonly string[], { userId, subject, also }: WriteNote): Promise<void> {
    const { git } = this.options.config.content;
    // One by one: a file ignored by git must not prevent the others from being committed.
    for (const path of also?.paths ?? []) await this.commit([path], { userId, subject: also?.subject ?? '' });
    const [first] = paths;
    if (!git.commit || first === undefined) return;
    const user = await userById(this.options.storage.db, userId);
    const author = { name: user?.displayName || user?.name || 'svc', email: user?.email ?? '' };
    try {
      const isNew = await this.#alone('git', () => commitWrite({ paths, subject, author }));
      if (isNew && git.push) this.#push(dirname(first), git.branch);
    } catch (error) {
      this.options.logError(error, "git didn't commit a write");
    }
  }

  /** Returns a path relative to the configuration's folder, with `/`. */
  nameOf(path: string): string {
    return relative(this.options.folder, path).split(sep).join('/');
  }

  /** Pushes in the background. */
  #push(folder: string, branch: string | undefined): void {
    this.#alone('push', () => pushCommits(folder, branch)).catch((error: unknown) =>
      this.options.logError(error, "git didn't push a write"),
    );
  }

  /** Runs tasks one after the other, also across the processes of this machine. */
  async #alone<T>(what: string, work: () => Promise<T>): Promise<T> {
    return withLock(join(this.options.folder, '.svc', 'write-locks', shortHash(what)), LOCK, work);
  }

  async #read(path: string, key: string): Promise<Buffer> {
    try {
      return await this.#files.read(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      const why = `The file of this entry, "${key}", no longer exists. Take a current id from read-content-issues.`;
      throw new AbilityError(404, 'svc_not_found', why);
    }
  }
}

const LOCK = {
  patience: 30_000,
  poll: 15,
  busy(): AbilityError {
    const message =
      "Another process is currently writing this, and your change wasn't written. Try again shortly.";
    return new AbilityError(409, 'svc_write_conflict', message);
  },
};

function conflict(key: string): AbilityError {
  const message = `"${key}" has changed in the meantime, and your change wasn't written. Read the page again and repeat the change.`;
  return new AbilityError(409, 'svc_write_conflict', message);
}

function filtered(key: string, revision: number | undefined): AbilityError {
  const former = revision === undefined ? '' : ` The former text is kept as revision ${revision}.`;
  const message = `"${key}" was saved, but the stored content differs from the intended content. Read the page again.${former}`;
  return new AbilityError(500, 'svc_edit_filtered', message);
}
