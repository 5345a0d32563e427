import { workerData } from 'node:worker_threads';
import { LastFiles } from '../../deploy/last-files.js';
import type { PrefetchSetup } from './prefetch-stats.js';
import { statFromBack, unpackPaths } from './shared-stats.js';

const { inputs, files, out } = workerData as PrefetchSetup;
// Whoever started it is looking at these.
statFromBack(unpackPaths(inputs.paths), inputs.looks);
const { paths, ends, facts, found } = files;
new LastFiles({ paths: bufferOf(paths), ends: bufferOf(ends), facts: bufferOf(facts) }).lookAtAll(out, found);

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
