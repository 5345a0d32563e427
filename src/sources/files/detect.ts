import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isPlatformArchive } from '../archive-names.js';
import { detectHtml } from '../html/detect.js';
import { FRONT_MATTER, readStart } from '../read-start.js';
import { sampleFiles } from '../walk-folder.js';

const SAMPLE_FILES = 20;
const SAMPLE_BYTES = 256;

/**
 * Detects whether a path is a content folder.
 * @returns 2 when a file has front matter, 1 when there are Markdown files, or built pages next to them
 */
export async function detectFiles(path: string): Promise<0 | 1 | 2> {
  if (isPlatformArchive(path)) return 2;
  const mark = detectContent(path);
  // Built pages may be next to a Markdown copy of each: the built ones are newer.
  return mark === 2 && (await detectHtml(path)) === 2 ? 1 : mark;
}

function detectContent(path: string): 0 | 1 | 2 {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return 0;
  const files = sampleFiles(path, /\.(?:mdx?|mdoc|markdown|html?)$/, SAMPLE_FILES);
  if (files.some((file) => FRONT_MATTER.test(readStart(join(path, file), SAMPLE_BYTES)))) return 2;
  return files.some((file) => !/\.html?$/.test(file)) ? 1 : 0;
}
