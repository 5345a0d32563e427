import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { NODE_MAJOR } from './node-major.js';

/** How many bytes of other functions one takes in when it is compiled for speed, and what V8 does if left alone. */
export const INLINED = { flag: '--max-inlined-bytecode-size-cumulative', less: 400, usual: 920 } as const;

/** The newest Node.js whose V8 is known to have the flag: of one that it has not it complains aloud. */
const NEWEST = 26;

/**
 * Has functions compiled for speed take in less of others while threads leave no core free: each thread compiles for
 * itself, in time that its work then lacks, and what is compiled in less of it is nearly as fast.
 * @param threads beside this one
 * @returns ends it
 * @see https://nodejs.org/api/v8.html#v8setflagsfromstringflags
 */
export function inlineLess(threads: number): () => void {
  if (threads === 0 || threads + 1 < availableParallelism() || NODE_MAJOR > NEWEST) return () => undefined;
  setInlined(INLINED.less);
  return () => setInlined(INLINED.usual);
}

function setInlined(bytes: number): void {
  setFlagsFromString(`${INLINED.flag}=${bytes}`);
}
