import type { FileStates } from './file-states.js';

/** Files of a build, as they were when somebody asked: by place, ascending by their paths. */
export class FileList {
  /** By place: the number of the file in the output. */
  readonly numbers: Uint32Array;
  readonly #files: Pick<FileStates, 'at'>;
  readonly #last: number;
  readonly #without: number;

  /**
   * @param numbers of the files, that of `without` perhaps among them
   * @param last how many files the last build had: these have the numbers that they had there
   * @param without number of a file that counts in neither list; -1 for none
   */
  constructor(numbers: Uint32Array, files: Pick<FileStates, 'at'>, last: number, without: number) {
    this.numbers = without === -1 ? numbers : numbers.filter((number) => number !== without);
    this.#files = files;
    this.#last = last;
    this.#without = without;
  }

  get size(): number {
    return this.numbers.length;
  }

  /** Path below the output folder. */
  at(place: number): string {
    return this.#files.at(this.numbers[place] ?? -1);
  }

  /** Place of the file in the list of the last build; -1 for a new one. */
  before(place: number): number {
    const number = this.numbers[place] ?? -1;
    if (number >= this.#last) return -1;
    return this.#without !== -1 && number > this.#without ? number - 1 : number;
  }
}
