import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { FetchError } from './fetch-error.js';

/** Content codings that requests accept. */
export const ACCEPT_ENCODING = 'gzip, br, deflate';

/**
 * Reads the content of an answer, decompressed; never holds more than the allowed size.
 * @throws FetchError `too-big` as soon as the limit is passed, `encoding`, `connection`
 */
export async function readContent(answer: IncomingMessage, url: string, maxBytes: number): Promise<Buffer> {
  const announced = Number(answer.headers['content-length'] ?? 0);
  if (announced > maxBytes) throw tooBig(url, maxBytes);
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of decoded(answer, url) as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > maxBytes) throw tooBig(url, maxBytes);
      pieces.push(piece);
    }
  } catch (error) {
    if (error instanceof FetchError) throw error;
    const isCoding = (error as NodeJS.ErrnoException).code?.startsWith('Z_') === true;
    if (isCoding) throw new FetchError('encoding', `the response of ${url} can't be decompressed`, error);
    throw new FetchError('connection', `the response of ${url} ended early`, error);
  }
  return Buffer.concat(pieces);
}

/** Failures of the connection reach the reader through the decompressor. */
function decoded(answer: IncomingMessage, url: string): Readable {
  const coding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const ignore = (): void => undefined;
  switch (coding) {
    case '':
    case 'identity':
      return answer;
    case 'gzip':
    case 'x-gzip':
      return pipeline(answer, createGunzip(), ignore);
    case 'br':
      return pipeline(answer, createBrotliDecompress(), ignore);
    case 'deflate':
      return pipeline(answer, createInflate(), ignore);
    default:
      throw new FetchError('encoding', `${url} responds in the unknown encoding "${coding.slice(0, 40)}"`);
  }
}

function tooBig(url: string, maxBytes: number): FetchError {
  return new FetchError('too-big', `the response of ${url} is larger than ${maxBytes} bytes`);
}
