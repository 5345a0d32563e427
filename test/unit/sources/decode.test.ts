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

/** Node only reads these encodings. */
it.each([
  ['gb18030', 'd6d0cec4cdf8d2b3c3bbd3d0c9f9c3f7b1e0c2eb', '中文网页没有声明编码'],
  ['big5', 'a4a4a4e5baf4adb6a853a6b3abc5a769bd73bd58', '中文網頁沒有宣告編碼'],
  ['euc-kr', 'c7d1b1b9beee20b9aebcadc0d4b4cfb4d920bec8b3e7c7cfbcbcbfe4', '한국어 문서입니다 안녕하세요'],
  ['shift_jis', '82b182cc8379815b835782cd93fa967b8cea82c582b7', 'このページは日本語です'],
  ['euc-jp', 'a4b3a4cea5daa1bca5b8a4cfc6fccbdcb8eca4c7a4b9', 'このページは日本語です'],
  ['windows-1251', 'd1f2f0e0ede8f6e020ede020f0f3f1f1eaeeec20ffe7fbeae5', 'Страница на русском языке'],
  ['koi8-r', 'f3d4d2c1cec9c3c120cec120d2d5d3d3cbcfcd20d1dad9cbc5', 'Страница на русском языке'],
  ['windows-1250, by its language', '3c68746d6c206c616e673d22706c223eaf', '<html lang="pl">Ż'],
  ['windows-1252', '4dfc6dfc7220dc62fc6e6720c4f6fcc4d6dcdfe4', 'Mümür Übüng ÄöüÄÖÜßä'],
])('undeclared %s', (_, bytes, text) => {
  expect(read(Buffer.from(bytes, 'hex'))).toBe(text);
});
