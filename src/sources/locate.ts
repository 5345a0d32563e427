import { open } from 'node:fs/promises';

const CHUNK = 1 << 20;

/**
 * Line and column of a byte offset, both from 1, columns in characters. Reads the file up to there, so use it for
 * error messages only.
 */
export async function locate(path: string, offset: number): Promise<{ line: number; column: number }> {
  const handle = await open(path);
  try {
    const chunk = Buffer.allocUnsafe(CHUNK);
    let line = 1;
    let lineStart = 0;
    let at = 0;
    while (at < offset) {
      const { bytesRead } = await handle.read(chunk, 0, Math.min(CHUNK, offset - at), at);
      if (bytesRead === 0) break;
      const part = chunk.subarray(0, bytesRead);
      for (let i = part.indexOf(0x0a); i >= 0; i = part.indexOf(0x0a, i + 1)) {
        line++;
        lineStart = at + i + 1;
      }
      at += bytesRead;
    }
    // A line of a broken file may be megabytes long; past the chunk the column counts bytes.
    const width = Math.min(CHUNK, at - lineStart);
    await handle.read(chunk, 0, width, lineStart);
    const characters = [...chunk.toString('utf8', 0, width)].length;
    return { line, column: at - lineStart - width + characters + 1 };
  } finally {
    await handle.close();
  }
}
