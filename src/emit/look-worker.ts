import { workerData } from 'node:worker_threads';
import { LastFiles } from './last-files.js';
import type { LookSetup } from './look-ahead.js';

const { files, out, found } = workerData as LookSetup;
const [paths, ends, facts] = [files.paths, files.ends, files.facts].map(
  ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength),
) as [Buffer, Buffer, Buffer];
new LastFiles({ paths, ends, facts }).lookAtAll(out, found);
