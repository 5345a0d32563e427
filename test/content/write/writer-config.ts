import { join } from 'node:path';
import type { WriterOptions } from '../../../src/content/write/writer.js';

type Git = Partial<WriterOptions['config']['content']['git']>;

/** A configuration with one folder of files. */
export function writerConfig(folder: string, git: Git = {}): WriterOptions['config'] {
  return {
    source: [{ type: 'files', path: join(folder, 'content'), options: {} }],
    content: { git: { commit: false, push: false, branch: undefined, ...git } },
    site: { timezone: undefined } as WriterOptions['config']['site'],
  };
}
