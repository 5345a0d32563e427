import { beforeAll, describe, expect, it } from 'vitest';
import { HARBOUR, serveSite, type TestSite } from '../../../../support/sidecar/server/serving.js';

const DIGITS = '0123456789';
const BIG = 25 << 20;

let site: TestSite;

beforeAll(async () => {
  site = await serveSite({
    files: {
      ...HARBOUR,
      'public/film.mp4': DIGITS,
      'public/empty.mp4': '',
      'public/long.mp4': DIGITS + 'x'.repeat(BIG),
    },
  });
}, 60_000);

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  site.ask(path, { headers, method });

describe('a part of a file', () => {
  it.each([
    ['bytes=0-1', '01', 'bytes 0-1/10'],
    ['bytes=8-', '89', 'bytes 8-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', DIGITS, 'bytes 0-9/10'],
    ['Bytes=5-99', '56789', 'bytes 5-9/10'],
  ])('%s', async (range, text, content) => {
    const answer = await ask('/film.mp4', { Range: range });
    expect([answer.status, answer.text]).toEqual([206, text]);
    expect(answer.headers['content-range']).toBe(content);
    expect(answer.headers['content-length']).toBe(String(text.length));
  });

  it('of a file too long for memory', async () => {
    const answer = await ask('/long.mp4', { Range: 'bytes=2-4' });
    expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([
      206,
      '234',
      `bytes 2-4/${BIG + 10}`,
    ]);
  });

  it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('%s does not exist', async (range) => {
    const answer = await ask('/film.mp4', { Range: range });
    expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([416, '', 'bytes */10']);
  });

  it('of an empty file does not exist', async () => {
    expect((await ask('/empty.mp4', { Range: 'bytes=0-' })).status).toBe(416);
  });

  it('is sent only of the version that the client has', async () => {
    const tag = (await ask('/film.mp4')).headers['etag'] ?? '';
    const part = (version: string) => ask('/film.mp4', { Range: 'bytes=0-0', 'If-Range': version });
    expect([(await part(String(tag))).status, (await part('"old"')).status]).toEqual([206, 200]);
    expect((await part(`W/${String(tag)}`)).status).toBe(200);
  });
});

describe('the whole', () => {
  it.each(['bytes=3-1', 'bytes=0-1,4-5', 'lines=0-1', 'bytes=-', 'bytes=x'])(
    'is sent for %s',
    async (range) => {
      const answer = await ask('/film.mp4', { Range: range });
      expect([answer.status, answer.text, answer.headers['accept-ranges']]).toEqual([200, DIGITS, 'bytes']);
    },
  );

  it('is sent of pages, twins and documents', async () => {
    for (const path of ['/about/', '/about.md', '/llms.txt']) {
      expect((await ask(path, { Range: 'bytes=0-1' })).status, path).toBe(200);
    }
  });

  it('is described by HEAD, whatever the range', async () => {
    const answer = await ask('/film.mp4', { Range: 'bytes=0-1' }, 'HEAD');
    expect([answer.status, answer.headers['content-length']]).toEqual([200, '10']);
  });

  it.each(['-gzip', ';br', '--gzip'])(
    'is not sent again to a client whose tag ends in %s',
    async (suffix) => {
      for (const path of ['/film.mp4', '/llms.txt']) {
        const tag = String((await ask(path)).headers['etag']);
        const answer = await ask(path, { 'If-None-Match': `W/${tag.replace(/"$/, `${suffix}"`)}` });
        expect(answer.status, path).toBe(304);
      }
    },
  );
});
