import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { MIN_ENTRIES } from '../build/workers/worker-count.js';

/** By how much the heap of a large site may grow over what is in use before it is collected again, in percent. */
const GROWTH = 15;
/** The same for others: of some ten megabytes in use, all is looked at dozens of times less often. */
const FREE_GROWTH = 100;

/** Bytes of source from which on memory counts more than a tenth of the time, as it does from `MANY` entries on. */
const LARGE = 256 * 1024 * 1024;

/**
 * Bytes at which the room for young objects has grown enough. Left alone it reached 32 MiB up to Node.js 22; in later
 * versions it reaches 64, which saves hardly a hundredth of the time.
 */
const YOUNG = { large: 16 * 1024 * 1024, other: 32 * 1024 * 1024 };

/** Milliseconds between two looks at that room. It doubles at most a few times a second. */
const LOOK = 50;

/** To be told of what a build does. */
export interface HeapKeeper {
  /** @param bytes that are read in all, 0 where nobody knows; until then the room for young objects stays as it is */
  reads(bytes: number): void;
  /**
   * The sources have been read.
   * @param entries that are converted
   */
  converts(entries: number): void;
}

/**
 * Lets the heap grow in small steps. Left alone it grows up to fourfold between two collections of old objects,
 * which holds twice the memory for a large site and saves hardly any time: nearly all that a build makes dies young.
 * @see https://nodejs.org/api/v8.html#v8setflagsfromstringflags
 */
export function keepHeapSmall(): HeapKeeper {
  growHeap(GROWTH);
  growYoung(1);
  let [isLarge, isReading, isConverting] = [false, false, false];
  let lookedAt = 0;
  const look = () => boundYoung(isLarge ? YOUNG.large : YOUNG.other);
  return {
    reads(bytes) {
      if (isReading) {
        // While an export is read no timer fires.
        if (isLarge || performance.now() - lookedAt <= LOOK) return;
        lookedAt = performance.now();
        look();
        return;
      }
      isReading = true;
      isLarge = bytes >= LARGE;
      if (isLarge) return;
      growHeap(FREE_GROWTH);
      growYoung(2);
    },
    converts(entries) {
      if (isConverting) return;
      isConverting = true;
      // Of folders nobody has counted the bytes.
      if (entries >= MIN_ENTRIES) growHeap(GROWTH);
      setInterval(look, LOOK).unref();
    },
  };
}

/** Lets the heap grow no more than twofold: for work that takes long and holds little at any time. */
export function keepHeapFlat(): void {
  growHeap(FREE_GROWTH);
}

function growHeap(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

/** V8 has a bound only from the start of a process on. Each worker thread that starts sets the growth to 2 again. */
function boundYoung(limit: number): void {
  growYoung(youngSize() < limit ? 2 : 1);
}

function growYoung(factor: 1 | 2): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}

function youngSize(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
}
