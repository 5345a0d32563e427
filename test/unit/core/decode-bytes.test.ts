import { expect, it } from 'vitest';
import { decodeBytes } from '../../../src/core/decode-bytes.js';

it('decodes the quotation marks and dashes of Windows-1252', () => {
  const bytes = Uint8Array.of(0x93, 0x4e, 0xef, 0x94, 0x96, 0x80, 0x81);
  for (const label of ['windows-1252', 'iso-8859-1'])
    expect(decodeBytes(new TextDecoder(label), bytes)).toBe('“Nï”–€\u0081');
  expect(decodeBytes(new TextDecoder('windows-1251'), Uint8Array.of(0xca, 0x97))).toBe('К—');
});
