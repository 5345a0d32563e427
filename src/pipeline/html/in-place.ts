import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FileFacts, fileFacts, isUntouched } from '../../emit/file-facts.js';
import { FolderGuard, joinInside } from '../../emit/safe-path.js';

/**
 * Changes pages where they are. New versions wait in a folder of their own until all are there; then each takes
 * its page's place at once. The pages stay the site's: no build ever removes one.
 */
export class InPlacePages {
  readonly #siteDir: string;
  readonly #stage: string;
  readonly #guard: FolderGuard;
  readonly #waiting = new Map<string, FileFacts | undefined>();

  /**
   * @param siteDir absolute
   * @param stage where new versions wait, absolute
   */
  constructor(siteDir: string, stage: string) {
    this.#siteDir = siteDir;
    this.#stage = stage;
    this.#guard = new FolderGuard(siteDir);
  }

  /** Hands in a new version of a page. */
  put(file: string, bytes: string | Uint8Array): void {
    this.#guard.check(file);
    const waiting = joinInside(this.#stage, file);
    this.#waiting.set(file, fileFacts(joinInside(this.#siteDir, file)));
    mkdirSync(dirname(waiting), { recursive: true });
    writeFileSync(waiting, bytes);
  }

  /** How many pages change. */
  get size(): number {
    return this.#waiting.size;
  }

  /**
   * Puts every new version in its place.
   * @returns pages that somebody changed in the meantime, which keep what they have
   */
  commit(): readonly string[] {
    const refused: string[] = [];
    for (const [file, facts] of this.#waiting) {
      const target = joinInside(this.#siteDir, file);
      if (facts === undefined || !isUntouched(target, facts)) refused.push(file);
      else replaceFile(target, readFileSync(join(this.#stage, file)));
    }
    this.discard();
    return refused;
  }

  /** Forgets the new versions. */
  discard(): void {
    this.#waiting.clear();
    rmSync(this.#stage, { recursive: true, force: true });
  }
}

/** A file is the old one or the new one at any moment; its permissions stay. */
function replaceFile(path: string, bytes: Uint8Array): void {
  const fresh = `${path}.svc-new`;
  writeFileSync(fresh, bytes);
  chmodSync(fresh, statSync(path).mode & 0o777);
  renameSync(fresh, path);
}
