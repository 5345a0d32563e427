import { workerData } from 'node:worker_threads';
import { LastFiles } from '../../deploy/last-files.js';
import type { LookSetup } from './look-ahead.js';
import { lookFromBack, unpackPaths } from './looks.js';

const { inputs, files, out } = workerData as LookSetup;
// Whoever started it is looking at these.
lookFromBack(unpackPaths(inputs.paths), inputs.looks);
const { paths, ends, facts, found } = files;
new LastFiles({ paths: bufferOf(paths), ends: bufferOf(ends), facts: bufferOf(facts) }).lookAtAll(out, found);

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
