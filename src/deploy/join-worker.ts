/** Runs in a worker thread: puts files together, one after the other as they are asked for. */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { Joining } from './file-joiner.js';

/** What has been read and not yet written. */
const room = Buffer.allocUnsafeSlow(1 << 20);
let used = 0;

function flush(target: number): void {
  for (let done = 0; done < used; ) done += writeSync(target, room, done, used - done);
  used = 0;
}

function addText(target: number, text: string): void {
  // No character takes more than three bytes for each of its UTF-16 units.
  if (text.length * 3 > room.length - used) flush(target);
  used += room.write(text, used, 'utf8');
}

function addFile(target: number, path: string): void {
  const file = openSync(path, 'r');
  try {
    for (let isAtEnd = false; !isAtEnd; ) {
      if (used === room.length) flush(target);
      const asked = room.length - used;
      const got = readSync(file, room, used, asked, null);
      used += got;
      isAtEnd = got === 0;
    }
  } finally {
    closeSync(file);
  }
}

parentPort?.on('message', ({ path, parts }: Joining) => {
  const target = openSync(path, 'w');
  try {
    for (const part of parts) {
      if (typeof part === 'string') addText(target, part);
      else addFile(target, part.file);
    }
    flush(target);
  } finally {
    closeSync(target);
  }
  parentPort?.postMessage(path);
});
