import { SvcError } from '../core/errors.js';
import type { Terminal } from './terminal.js';

/**
 * The whole of standard input as text.
 * @param limit maximum number of bytes
 * @throws SvcError `SVC_USAGE` when there is more, or it isn't UTF-8
 */
export async function readStdin({ stdin = process.stdin }: Terminal, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk as Uint8Array | string);
    size += bytes.length;
    if (size > limit) throw new SvcError('SVC_USAGE', `standard input is longer than ${limit} bytes`);
    chunks.push(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new SvcError('SVC_USAGE', "standard input isn't UTF-8 text", { cause });
  }
}
