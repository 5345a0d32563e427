const START = 'Exif\0\0';
/** The entry of a directory that says how an image has to be turned, and its type: a short number. */
const ORIENTATION = 0x0112;
const SHORT = 3;

/**
 * How an image has to be turned, 1 to 8; 1 where nothing says so.
 * @param body of the segment, without its marker and length
 * @see https://www.cipa.jp/std/documents/e/DC-X008-Translation-2019-E.pdf section 4.6.4
 */
export function orientationOf(body: Buffer): number {
  const tiff = body.subarray(START.length);
  if (body.toString('latin1', 0, START.length) !== START || tiff.length < 14) return 1;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => {
    if (at < 0 || at + 2 > tiff.length) return 0;
    return isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  };
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let index = 0; index < Math.min(short(first), 500); index += 1) {
    const at = first + 2 + 12 * index;
    if (short(at) !== ORIENTATION || short(at + 2) !== SHORT) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** A whole segment with an orientation and nothing else. */
export function orientationSegment(value: number): Buffer {
  const directory = [0, 1, 0x01, 0x12, 0, SHORT, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0];
  const tiff = [...Buffer.from('MM\0*', 'latin1'), 0, 0, 0, 8, ...directory];
  return Buffer.from([
    0xff,
    0xe1,
    0,
    2 + START.length + tiff.length,
    ...Buffer.from(START, 'latin1'),
    ...tiff,
  ]);
}
