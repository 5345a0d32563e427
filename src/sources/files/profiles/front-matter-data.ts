import { FrontMatterError, readFrontMatter } from '../front-matter.js';
import { readSmallFile } from './project-paths.js';

/** The front matter of a file as data; empty where it has none or can't be read. */
export function readMatterData(root: string, path: string): Readonly<Record<string, unknown>> {
  const text = readSmallFile(root, path);
  if (text === undefined) return {};
  try {
    return readFrontMatter(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')).data;
  } catch (error) {
    // The file is named when its page is read.
    if (error instanceof FrontMatterError) return {};
    throw error;
  }
}
