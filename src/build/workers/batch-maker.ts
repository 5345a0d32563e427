import type { ConvertJob } from '../convert-job.js';

const MAX_ENTRIES = 16;
/** Characters of bodies. */
const MAX_SIZE = 1 << 17;
/** A longer body might need more memory than a worker has. */
const TOO_LONG = 1 << 20;

/** A job with whatever belongs to it on this side. */
export interface Task {
  readonly job: ConvertJob;
}

/** Puts tasks together that go to a worker at once. */
export class BatchMaker<T extends Task> {
  #batch: T[] = [];
  #size = 0;

  /** @returns the batch that the task has made complete, if it has */
  add(task: T): readonly T[] | undefined {
    this.#batch.push(task);
    this.#size += task.job.raw.body.length;
    return this.#batch.length < MAX_ENTRIES && this.#size < MAX_SIZE ? undefined : this.end();
  }

  /** @returns what has been added since the last complete batch */
  end(): readonly T[] {
    const batch = this.#batch;
    [this.#batch, this.#size] = [[], 0];
    return batch;
  }
}

/** True for an entry that no worker may be given. */
export function isTooLong({ raw }: Pick<ConvertJob, 'raw'>): boolean {
  return raw.body.length > TOO_LONG;
}
