/** An image format that browsers show and that holds no program. */
export interface ImageKind {
  readonly mime: string;
  readonly extension: string;
}

/** An image as its bytes say. */
export interface SniffedImage extends ImageKind {
  readonly width?: number;
  readonly height?: number;
}

const JPEG: ImageKind = { mime: 'image/jpeg', extension: 'jpg' };
const PNG: ImageKind = { mime: 'image/png', extension: 'png' };
const GIF: ImageKind = { mime: 'image/gif', extension: 'gif' };
const WEBP: ImageKind = { mime: 'image/webp', extension: 'webp' };
const AVIF: ImageKind = { mime: 'image/avif', extension: 'avif' };

/**
 * Tells by the first bytes what an image is, whatever its name or its server say.
 * @returns undefined for anything else; SVG is a program and none of these
 */
export function sniffImage(bytes: Uint8Array): SniffedImage | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = data.toString('latin1', 0, 16);
  if (head.startsWith('\x89PNG\r\n\x1a\n') && data.length >= 24) {
    return { ...PNG, width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
  }
  if (/^GIF8[79]a/.test(head) && data.length >= 10) {
    return { ...GIF, width: data.readUInt16LE(6), height: data.readUInt16LE(8) };
  }
  if (head.startsWith('\xff\xd8\xff')) return { ...JPEG, ...jpegSize(data) };
  if (/^RIFF[\s\S]{4}WEBP/.test(head)) return WEBP;
  if (/^[\s\S]{4}ftypavi[fs]/.test(head)) return AVIF;
  return undefined;
}

/** The size stands in the first frame header, behind segments of any length. */
function jpegSize(data: Buffer): { readonly width?: number; readonly height?: number } {
  let at = 2;
  while (at + 9 < data.length && data[at] === 0xff) {
    const marker = data[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: data.readUInt16BE(at + 5), width: data.readUInt16BE(at + 7) };
    at += 2 + data.readUInt16BE(at + 2);
  }
  return {};
}
