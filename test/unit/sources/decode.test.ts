import { expect, it } from 'vitest';
import { Warnings } from '../../../src/core/warnings.js';
import { decodeText } from '../../../src/sources/decode.js';

const read = (bytes: Buffer) => decodeText(bytes, 'tea.md', new Warnings());

it.each([
  ['text without letters of UTF-8 is read as Windows-1252', Buffer.from('Tür \xfcber', 'latin1'), 'Tür über'],
  [
    'a damaged byte of UTF-8 leaves the other letters as they are',
    Buffer.concat([Buffer.from('Tür und Öl '), Buffer.from([0xfc])]),
    'Tür und Öl \ufffd',
  ],
  ['UTF-16 that ends within a letter', Buffer.from([0xff, 0xfe, 0x54, 0, 0xfc, 0, 0x41]), 'Tü\ufffd'],
])('%s', (_, bytes, text) => {
  expect(read(bytes)).toBe(text);
});
