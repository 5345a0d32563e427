/** Runs in a worker thread of `ConverterPool`, which sends it the context at its start. */
import { Tinypool } from 'tinypool';
import { type Conversion, type ConvertJob, convertJob, entryWriter } from '../convert-job.js';
import { loadUnifiedConverter } from '../unified-converter.js';
import type { WorkerContext } from './converter-pool.js';
import { unpackContext } from './shared-context.js';

const shared = Tinypool.workerData as WorkerContext;
const unified = loadUnifiedConverter(shared.converter, shared.converter.folder);
const context = unified.then((converter) => unpackContext(shared, converter));
const writer = entryWriter(shared.places);

/** Converts entries one after the other. */
export async function convertBatch(jobs: readonly ConvertJob[]): Promise<readonly Conversion[]> {
  const conversions: Conversion[] = [];
  for (const job of jobs) conversions.push(await convertJob(job, await context, writer));
  return conversions;
}
