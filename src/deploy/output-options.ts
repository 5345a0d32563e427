/** What became of the files of a build, each list in ascending order. */
export interface OutputChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** How many files had the right bytes already. */
  readonly unchanged: number;
}

export interface OutputOptions {
  /** The output folder, absolute. */
  readonly out: string;
  /** Where new files wait until all are there, absolute. */
  readonly stage: string;
  /** Paths of the previous build below `out`: only these may ever be removed. */
  readonly previous: Iterable<string>;
  /** Folder of texts that a build needs and nobody else, absolute. */
  readonly aside: string;
  /** Where such texts of earlier builds are, when not in `aside`. */
  readonly asideBefore?: string;
}
