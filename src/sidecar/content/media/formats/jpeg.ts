import { orientationOf, orientationSegment } from './exif.js';
import { assertSize, BrokenImage, ByteReader, type ImageParts } from './parts.js';

const [START, END, SCAN] = [0xd8, 0xd9, 0xda];
const [HUFFMAN, QUANTISATION, ARITHMETIC, RESTART] = [0xc4, 0xdb, 0xcc, 0xdd];
const [EXIF, COMMENT] = [0xe1, 0xfe];
/** Metadata that changes how the pixels look, by marker and first bytes. */
const KEPT: Readonly<Record<number, string>> = { 224: 'JFIF\0', 226: 'ICC_PROFILE\0', 238: 'Adobe' };

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Reads a JPEG segment by segment to its end. Of the metadata only the colours and the orientation are kept; what
 * cameras write behind the end (previews, films) is left out.
 * @throws BrokenImage
 * @see https://www.w3.org/Graphics/JPEG/itu-t81.pdf annex B
 */
export function readJpeg(bytes: Buffer): ImageParts {
  const reader = new ByteReader(bytes);
  const pieces: Uint8Array[] = [];
  let [size, scans, orientation]: [Size | undefined, number, number] = [undefined, 0, 1];
  for (;;) {
    const start = reader.at;
    const marker = readMarker(reader);
    if ((marker === START) !== (start === 0)) throw new BrokenImage('its parts are out of order');
    if (marker === END || marker === START) {
      pieces.push(bytes.subarray(reader.at - 2, reader.at));
      if (marker === END) break;
      continue;
    }
    const body = reader.take(reader.take(2).readUInt16BE() - 2);
    if (isFrame(marker)) {
      if (size !== undefined) throw new BrokenImage('it has more than one frame');
      size = readFrame(body);
    } else if (marker === SCAN) {
      if (size === undefined) throw new BrokenImage('its pixels come before its header');
      skipScan(bytes, reader);
      scans += 1;
    } else if (marker === EXIF) {
      const found = orientationOf(body);
      if (found > 1 && orientation === 1) pieces.push(orientationSegment(found));
      if (orientation === 1) orientation = found;
    } else assertKnown(marker, body);
    if (marker !== EXIF && isKept(marker, body)) pieces.push(bytes.subarray(start, reader.at));
  }
  if (size === undefined || scans === 0) throw new BrokenImage('it has no pixels');
  // From 5 on the image is shown lying on its side.
  return orientation < 5 ? { ...size, pieces } : { width: size.height, height: size.width, pieces };
}

/** Any number of fill bytes may stand before a marker. */
function readMarker(reader: ByteReader): number {
  if (reader.byte() !== 0xff) throw new BrokenImage('there is no part where one has to begin');
  let marker = reader.byte();
  while (marker === 0xff) marker = reader.byte();
  return marker;
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![HUFFMAN, 0xc8, ARITHMETIC].includes(marker);
}

function readFrame(body: Buffer): Size {
  const components = body[5] ?? 0;
  if (body.length < 9 || body.length !== 6 + 3 * components || components > 4) {
    throw new BrokenImage('its header has the wrong length');
  }
  const [height, width] = [body.readUInt16BE(1), body.readUInt16BE(3)];
  assertSize(width, height);
  return { width, height };
}

/** Moves to the marker behind the pixels of a scan, in which 0xff is followed by 0 or the number of a restart. */
function skipScan(bytes: Buffer, reader: ByteReader): void {
  const start = reader.at;
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0xff;
    if (next === 0 || (next >= 0xd0 && next <= 0xd7) || next === 0xff) continue;
    if (at === start) throw new BrokenImage('it has no pixels');
    reader.at = at;
    return;
  }
  throw new BrokenImage('it is cut off');
}

function assertKnown(marker: number, body: Buffer): void {
  const isMetadata = (marker >= 0xe0 && marker <= 0xef) || marker === COMMENT;
  const isTable = [HUFFMAN, QUANTISATION, ARITHMETIC, RESTART].includes(marker);
  if (!isMetadata && !isTable) throw new BrokenImage('it holds a part of no known kind');
  if (marker === QUANTISATION) assertFilled(body, (at) => ((body[at] ?? 0) >> 4 === 0 ? 65 : 129));
  if (marker === HUFFMAN) {
    assertFilled(body, (at) => 17 + body.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0));
  }
}

/** @param lengthAt length of the table that begins there */
function assertFilled(body: Buffer, lengthAt: (at: number) => number): void {
  let at = 0;
  while (at < body.length) at += lengthAt(at);
  if (at !== body.length || at === 0) throw new BrokenImage('one of its tables has the wrong length');
}

function isKept(marker: number, body: Buffer): boolean {
  if (marker === COMMENT) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  const start = KEPT[marker];
  return start !== undefined && body.toString('latin1', 0, start.length) === start;
}
