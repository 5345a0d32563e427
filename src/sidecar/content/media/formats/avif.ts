import { assertSize, BrokenImage, ByteReader, type ImageParts } from './parts.js';

/** Boxes at the top of a file. */
const KNOWN = ['ftyp', 'meta', 'mdat', 'moov', 'free', 'skip'];
/** Boxes that nothing reads. */
const IDLE = ['free', 'skip'];

interface Box {
  readonly type: string;
  readonly start: number;
  readonly body: Buffer;
}

/**
 * Reads an AVIF box by box to its end. Its parts are found by their place in the file, so that none is left out: what
 * nothing reads is overwritten with zeros.
 * @throws BrokenImage
 * @see https://aomediacodec.github.io/av1-avif/
 */
export function readAvif(bytes: Buffer): ImageParts {
  const boxes = boxesOf(bytes);
  const unknown = boxes.find(({ type }) => !KNOWN.includes(type));
  if (unknown !== undefined) throw new BrokenImage('it holds a part of no known kind');
  const sizes = sizesOf(boxes);
  if (boxes[0]?.type !== 'ftyp' || sizes.length === 0 || !boxes.some(({ type }) => type === 'mdat')) {
    throw new BrokenImage('it has no pixels');
  }
  for (const { width, height } of sizes) assertSize(width, height);
  // The image of several tiles is larger than each of them.
  const largest = sizes.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a));
  return { ...largest, pieces: piecesOf(bytes, boxes) };
}

/** `meta` > `iprp` > `ipco` > `ispe`: the size of each item. */
function sizesOf(boxes: readonly Box[]): readonly { readonly width: number; readonly height: number }[] {
  const inside = (of: readonly Box[], type: string, skipped = 0) =>
    of.filter((box) => box.type === type).flatMap(({ body }) => boxesOf(body.subarray(skipped)));
  const properties = inside(inside(inside(boxes, 'meta', 4), 'iprp'), 'ipco');
  return properties
    .filter(({ type, body }) => type === 'ispe' && body.length === 12)
    .map(({ body }) => ({ width: body.readUInt32BE(4), height: body.readUInt32BE(8) }));
}

function boxesOf(bytes: Buffer): readonly Box[] {
  const reader = new ByteReader(bytes);
  const boxes: Box[] = [];
  while (reader.left > 0) {
    const start = reader.at;
    const short = reader.take(4).readUInt32BE();
    const type = reader.take(4).toString('latin1');
    const size = short === 1 ? Number(reader.take(8).readBigUInt64BE()) : short;
    const header = reader.at - start;
    // 0: up to the end.
    const length = size === 0 ? reader.left : size - header;
    if (length < 0) throw new BrokenImage('one of its parts has the wrong length');
    boxes.push({ type, start, body: reader.take(length) });
  }
  return boxes;
}

function piecesOf(bytes: Buffer, boxes: readonly Box[]): readonly Uint8Array[] {
  return boxes.map(({ type, start, body }, index) => {
    const whole = bytes.subarray(start, boxes[index + 1]?.start);
    if (!IDLE.includes(type)) return whole;
    return Buffer.concat([whole.subarray(0, whole.length - body.length), Buffer.alloc(body.length)]);
  });
}
