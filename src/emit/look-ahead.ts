import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PackedFiles } from './last-files.js';

/** Not there when the program runs from its TypeScript sources, which threads cannot load. */
const SCRIPT = new URL('./look-worker.js', import.meta.url);

/** For fewer files a thread takes longer to start than they take to look at. */
const ENOUGH = 10_000;
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

/** What the thread is told. */
export interface LookSetup {
  readonly files: Readonly<Record<keyof PackedFiles, Uint8Array>>;
  readonly out: string;
  /** Shared: one byte for each file. */
  readonly found: Uint8Array;
}

/**
 * Starts a thread that looks at files, and ends when it has seen them all. Nobody waits for it: what it has not seen
 * yet, others look at themselves.
 * @returns where it notes what it finds; undefined where it does not pay
 */
export function lookAhead(
  files: PackedFiles,
  { out, size }: { readonly out: string; readonly size: number },
): Uint8Array | undefined {
  if (size < ENOUGH || availableParallelism() === 1 || !existsSync(SCRIPT)) return undefined;
  const found = new Uint8Array(new SharedArrayBuffer(size));
  // Copies, since a thread is given all of the memory in which such bytes stand.
  const [paths, ends, facts] = [files.paths, files.ends, files.facts].map(
    (bytes) => new Uint8Array(bytes),
  ) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
  const worker = new Worker(SCRIPT, {
    workerData: { files: { paths, ends, facts }, out, found } satisfies LookSetup,
    transferList: [paths.buffer, ends.buffer, facts.buffer],
    resourceLimits: LIMITS,
  });
  worker.unref();
  // What it could not look at is still to be seen.
  worker.on('error', () => undefined);
  return found;
}
