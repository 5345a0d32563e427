// Holds the lease of the writer until it is killed, and says so.
import { WriterLease } from '../../../../../src/sidecar/content/write/writer-lease.js';
import { openStorage } from '../../../../../src/storage/open.js';

const storage = await openStorage(process.argv[2] ?? '');
const lease = new WriterLease(
  storage,
  () => Math.floor(Date.now() / 1000),
  () => undefined,
);
process.stdout.write(`${await lease.holds()}\n`);
setInterval(() => undefined, 1000);
