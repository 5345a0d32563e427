import { assertSize, BrokenImage, ByteReader, type ImageParts } from './parts.js';

const [EXTENSION, IMAGE, END] = [0x21, 0x2c, 0x3b];
const [CONTROL, APPLICATION] = [0xf9, 0xff];
/** Tell how often an animation is repeated. */
const LOOPS = ['NETSCAPE2.0', 'ANIMEXTS1.0'];
const MAX_FRAMES = 2000;

/**
 * Reads a GIF block by block to its end, behind which nothing follows. Comments, texts and the blocks of applications
 * are left out, except for the number of rounds of an animation.
 * @throws BrokenImage
 * @see https://www.w3.org/Graphics/GIF/spec-gif89a.txt
 */
export function readGif(bytes: Buffer): ImageParts {
  const reader = new ByteReader(bytes);
  const screen = reader.take(13);
  const [width, height] = [screen.readUInt16LE(6), screen.readUInt16LE(8)];
  assertSize(width, height);
  reader.take(colours(screen[10] ?? 0));
  const pieces: Uint8Array[] = [bytes.subarray(0, reader.at)];
  let frames = 0;
  for (;;) {
    const start = reader.at;
    const kind = reader.byte();
    let isKept = true;
    if (kind === IMAGE) {
      readFrame(reader);
      frames += 1;
      if (frames > MAX_FRAMES) throw new BrokenImage(`it has more than ${MAX_FRAMES} frames`);
    } else if (kind === EXTENSION) isKept = readExtension(reader);
    else if (kind !== END) throw new BrokenImage('it holds a block of no known kind');
    if (isKept) pieces.push(bytes.subarray(start, reader.at));
    if (kind === END) break;
  }
  if (frames === 0) throw new BrokenImage('it has no pixels');
  if (reader.left > 0) throw new BrokenImage('there are further bytes behind its end');
  return { width, height, pieces };
}

function readFrame(reader: ByteReader): void {
  const frame = reader.take(9);
  assertSize(frame.readUInt16LE(4), frame.readUInt16LE(6));
  reader.take(colours(frame[8] ?? 0));
  const codeSize = reader.byte();
  if (codeSize < 2 || codeSize > 8 || skipBlocks(reader) === 0)
    throw new BrokenImage('a frame has no pixels');
}

/** @returns whether it changes what is seen */
function readExtension(reader: ByteReader): boolean {
  const label = reader.byte();
  const first = label === APPLICATION ? reader.take(reader.byte()).toString('latin1') : '';
  const length = skipBlocks(reader);
  return label === CONTROL || (LOOPS.includes(first) && length <= 16);
}

/** @returns bytes of the blocks */
function skipBlocks(reader: ByteReader): number {
  for (let sum = 0; ; ) {
    const length = reader.byte();
    if (length === 0) return sum;
    reader.take(length);
    sum += length;
  }
}

/** Bytes of the colour table that a field of flags announces. */
function colours(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}
