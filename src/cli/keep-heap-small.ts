import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** By how much the heap may grow over what is in use before it is collected again, in percent. */
const GROWTH = 15;

/** Bytes at which the room for young objects has grown enough: two halves of 8 MiB; left alone they reach 16 each. */
const YOUNG = 16 * 1024 * 1024;

/** Milliseconds between two looks at that room. It doubles at most a few times a second. */
const LOOK = 50;

const KEEP_YOUNG = '--semi-space-growth-factor=1';

/**
 * Lets the heap grow in small steps. Left alone it grows up to fourfold between two collections of old objects,
 * which holds twice the memory for a large site and saves hardly any time: nearly all that a build makes dies young.
 * The room for young objects has a bound in V8 that holds from the start of the process only. So its growth is
 * stopped when it has come to ours, and again and again, since each worker thread that starts sets it going.
 * @see https://nodejs.org/api/v8.html#v8setflagsfromstringflags
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
  setFlagsFromString(KEEP_YOUNG);
  const timer = setInterval(() => {
    if (youngSize() >= YOUNG) setFlagsFromString(KEEP_YOUNG);
  }, LOOK);
  timer.unref();
}

function youngSize(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
}
