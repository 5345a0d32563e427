import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { compareText } from '../../core/compare.js';
import { SvcError } from '../../core/errors.js';
import { type FileStamp, fileStamp, isUntouched } from '../../deploy/file-states.js';
import { FolderGuard, joinInside } from '../../deploy/safe-path.js';

/**
 * Changes pages in place. New versions wait in a folder of their own until all are there; then each replaces
 * its page atomically. The pages stay the site's: no build ever removes one.
 */
export class InPlacePages {
  readonly #guard: FolderGuard;
  readonly #waiting = new Map<string, FileStamp | undefined>();

  /**
   * @param siteDir absolute
   * @param stage folder of new versions, absolute
   */
  constructor(
    private readonly siteDir: string,
    private readonly stage: string,
  ) {
    this.#guard = new FolderGuard(siteDir);
  }

  /** Adds a new version of a page. */
  put(file: string, bytes: string | Uint8Array): void {
    this.#guard.check(file);
    const waiting = joinInside(this.stage, file);
    this.#waiting.set(file, fileStamp(joinInside(this.siteDir, file)));
    mkdirSync(dirname(waiting), { recursive: true });
    writeFileSync(waiting, bytes);
  }

  /** The pages that get a new version, in ascending order. */
  files(): readonly string[] {
    return [...this.#waiting.keys()].sort(compareText);
  }

  /**
   * Puts every new version in its place; a crash on the way leaves whole pages, old and new ones.
   * @throws SvcError `SVC_SOURCE_MALFORMED` when a page was changed in the meantime; then no page is touched
   */
  commit(): void {
    for (const [file, facts] of this.#waiting) {
      if (facts !== undefined && isUntouched(joinInside(this.siteDir, file), facts)) continue;
      const message = 'the page changed while the site was being built';
      throw new SvcError('SVC_SOURCE_MALFORMED', message, { file, fix: 'Run the command again.' });
    }
    for (const file of this.#waiting.keys()) {
      replaceFile(joinInside(this.siteDir, file), readFileSync(joinInside(this.stage, file)));
    }
    this.discard();
  }

  /** Discards the new versions. */
  discard(): void {
    this.#waiting.clear();
    rmSync(this.stage, { recursive: true, force: true });
  }
}

/** A file is the old one or the new one at any moment; its permissions stay. */
function replaceFile(path: string, bytes: Uint8Array): void {
  const fresh = `${path}.svc-new`;
  writeFileSync(fresh, bytes);
  chmodSync(fresh, statSync(path).mode & 0o777);
  renameSync(fresh, path);
}
