/** Runs in a worker thread for `ConverterPool`. */
import { ofShared, type SharedData } from '../../core/shared-data.js';
import { type Conversion, type ConvertJob, convertJob, entryWriter } from '../convert-job.js';
import { loadUnifiedConverter } from '../unified-converter.js';
import type { WorkerContext } from './converter-pool.js';
import { unpackContext } from './shared-context.js';

/** Entries that are converted one after the other. */
export interface ConvertBatch {
  readonly context: SharedData;
  readonly jobs: readonly ConvertJob[];
}

/** Converts entries. */
export async function convertBatch({ context, jobs }: ConvertBatch): Promise<readonly Conversion[]> {
  const { means, writer } = ofShared(context, open);
  const conversions: Conversion[] = [];
  for (const job of jobs) conversions.push(await convertJob(job, await means, writer));
  return conversions;
}

function open(shared: WorkerContext) {
  const unified = loadUnifiedConverter(shared.converter, shared.converter.folder);
  return {
    means: unified.then((converter) => unpackContext(shared, converter)),
    writer: entryWriter(shared.places),
  };
}
