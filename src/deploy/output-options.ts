/** The result for the files of a build, each list in ascending order. */
export interface OutputChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** How many files had the right bytes already. */
  readonly unchanged: number;
}

/** Absolute folders. */
export interface OutputPlaces {
  /** The output folder. */
  readonly out: string;
  /** Where new files wait until all are there. */
  readonly stage: string;
  /** Texts that only a build needs. */
  readonly aside: string;
}

export interface OutputOptions extends OutputPlaces {
  /** Paths of the previous build below `out`: only these may ever be removed. */
  readonly previous: Iterable<string>;
  /** Where such texts of earlier builds are, when not in `aside`. */
  readonly asideBefore?: string;
}
