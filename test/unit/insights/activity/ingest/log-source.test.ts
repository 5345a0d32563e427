import { expect, it } from 'vitest';
import { detectFormat } from '../../../../../src/insights/activity/ingest/formats/table.js';
import { openLogStream } from '../../../../../src/insights/activity/ingest/log-source.js';

const lineOf = (target: string) =>
  `203.0.113.9 - - [02/Jul/2026:10:00:00 +0000] "GET ${target} HTTP/1.1" 200 512 "-" "GPTBot/1.2"\n`;

it.each([100, 200_000])(
  'a first line of %d characters leaves lines to detect the format by',
  async (length) => {
    const text = lineOf(`/?${'a'.repeat(length)}`) + lineOf('/llms.txt');
    const chunks = text.match(/[\s\S]{1,30000}/g) ?? [];
    const source = await openLogStream(ReadableStream.from(chunks), 'access.log');
    expect(detectFormat(source.start.toString('latin1'))?.name).toBe('combined');
    const read: Buffer[] = [];
    for await (const chunk of source.read(0, () => undefined)) read.push(chunk);
    expect(Buffer.concat(read).toString()).toBe(text);
  },
);
