import { deserialize, serialize } from 'node:v8';

/** Data that many jobs need, in memory once for all threads. */
export interface SharedData {
  readonly id: number;
  readonly bytes: SharedArrayBuffer;
}

let shared = 0;

/** Makes plain data available to threads, in as many jobs as needed. */
export function shareData(data: unknown): SharedData {
  const written = serialize(data);
  const bytes = new SharedArrayBuffer(written.length);
  new Uint8Array(bytes).set(written);
  shared += 1;
  return { id: shared, bytes };
}

let last: { readonly id: number; readonly made: unknown } | undefined;

/** What a function makes of shared data: a thread calls it once for all jobs in a row that have the same data. */
export function ofShared<Data, Made>({ id, bytes }: SharedData, make: (data: Data) => Made): Made {
  if (last?.id !== id) last = { id, made: make(deserialize(Buffer.from(bytes))) };
  return last.made as Made;
}
