import { assertSize, BrokenImage, ByteReader, type ImageParts } from './parts.js';

const HEADER = 12;
/** Chunks of an extended file that are drawn, or say how. */
const KEPT = ['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L'];
/** Flags of metadata that is left out: Exif and XMP. */
const METADATA_FLAGS = 0x0c;
const FRAME_HEADER = 16;

interface Chunk {
  readonly type: string;
  readonly body: Buffer;
  /** With its header and its padding. */
  readonly whole: Buffer;
}

/**
 * Reads a WebP chunk by chunk, up to the length that its header gives, behind which nothing follows. Metadata and
 * unknown chunks are left out.
 * @throws BrokenImage
 * @see https://www.rfc-editor.org/rfc/rfc9649
 */
export function readWebp(bytes: Buffer): ImageParts {
  if (bytes.length < HEADER || bytes.readUInt32LE(4) + 8 !== bytes.length) {
    throw new BrokenImage('its length is not the one that it names');
  }
  const chunks = chunksOf(bytes.subarray(HEADER));
  const [first] = chunks;
  const kept = first?.type === 'VP8X' ? chunks.filter(({ type }) => KEPT.includes(type)) : chunks.slice(0, 1);
  const canvas = first?.type === 'VP8X' ? canvasOf(first.body) : undefined;
  const frames = kept.flatMap(({ type, body }) =>
    type === 'ANMF' ? chunksOf(body.subarray(FRAME_HEADER)).flatMap(sizeOf) : sizeOf({ type, body }),
  );
  const [size = canvas] = [canvas ?? frames[0]];
  if (size === undefined || frames.length === 0) throw new BrokenImage('it has no pixels');
  for (const { width, height } of [size, ...frames]) assertSize(width, height);
  const body = kept.map((chunk) => (chunk.type === 'VP8X' ? withoutFlags(chunk.whole) : chunk.whole));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.reduce((sum, piece) => sum + piece.length, 4));
  const pieces = [Buffer.from('RIFF'), length, Buffer.from('WEBP'), ...body];
  return { ...size, pieces };
}

function chunksOf(bytes: Buffer): readonly Chunk[] {
  const reader = new ByteReader(bytes);
  const chunks: Chunk[] = [];
  while (reader.left > 0) {
    const start = reader.at;
    const type = reader.take(4).toString('latin1');
    const body = reader.take(reader.take(4).readUInt32LE());
    if (body.length % 2 === 1 && reader.left > 0) reader.take(1);
    chunks.push({ type, body, whole: bytes.subarray(start, reader.at) });
  }
  return chunks;
}

function canvasOf(body: Buffer): { readonly width: number; readonly height: number } {
  if (body.length !== 10) throw new BrokenImage('its header has the wrong length');
  return { width: body.readUIntLE(4, 3) + 1, height: body.readUIntLE(7, 3) + 1 };
}

/** The size of a frame; none for chunks that hold no pixels. */
function sizeOf({ type, body }: Pick<Chunk, 'type' | 'body'>): readonly { width: number; height: number }[] {
  if (type === 'VP8 ') {
    const isKeyFrame =
      body.length > 10 && (body.readUInt8(0) & 1) === 0 && body.readUIntBE(3, 3) === 0x9d012a;
    if (!isKeyFrame || body.readUIntLE(0, 3) >> 5 > body.length - 10) throw broken();
    return [{ width: body.readUInt16LE(6) & 0x3fff, height: body.readUInt16LE(8) & 0x3fff }];
  }
  if (type !== 'VP8L') return [];
  const bits = body.length > 5 && body[0] === 0x2f ? body.readUInt32LE(1) : undefined;
  if (bits === undefined || bits >>> 29 !== 0) throw broken();
  return [{ width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }];
}

function broken(): BrokenImage {
  return new BrokenImage('its pixels do not begin as those of a WebP do');
}

function withoutFlags(whole: Buffer): Buffer {
  const copy = Buffer.from(whole);
  copy.writeUInt8(copy.readUInt8(8) & ~METADATA_FLAGS, 8);
  return copy;
}
