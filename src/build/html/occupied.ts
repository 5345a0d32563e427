import { foldersOf } from '../../core/paths.js';

/**
 * Tracks existing files, so that no page takes the path of another file, or is at the path of a folder,
 * or needs a folder where a file is; also on file systems that ignore case.
 */
export class OccupiedFiles {
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();

  constructor(files: Iterable<string>) {
    for (const file of files) this.#add(fold(file));
  }

  /** Takes a file if nothing is in its way. */
  claim(file: string): boolean {
    const key = fold(file);
    if (key === '' || this.#files.has(key) || this.#folders.has(key)) return false;
    if (foldersOf(key).some((folder) => this.#files.has(folder))) return false;
    this.#add(key);
    return true;
  }

  #add(key: string): void {
    this.#files.add(key);
    for (const folder of foldersOf(key)) this.#folders.add(folder);
  }
}

function fold(file: string): string {
  return file.normalize('NFC').toLowerCase();
}
