/** What Windows-1252 has from 0x80 to 0x9f. */
const UPPER = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Decodes bytes. Some releases of Node read Windows-1252 as Latin-1, in which quotation marks and dashes are control
 * characters.
 * @see https://encoding.spec.whatwg.org/#windows-1252
 */
export function decodeBytes(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string {
  const text = decoder.decode(bytes);
  if (decoder.encoding !== 'windows-1252') return text;
  return text.replace(/[\u0080-\u009f]/g, (sign) => UPPER.charAt(sign.charCodeAt(0) - 0x80));
}

/** True for bytes that begin with the byte order mark of UTF-16. */
export function hasUtf16Mark([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}
