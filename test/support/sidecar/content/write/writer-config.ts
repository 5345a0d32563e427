import { join } from 'node:path';
import type { WriterOptions } from '../../../../../src/sidecar/content/write/writer.js';

type Git = Partial<WriterOptions['config']['content']['git']>;

/** A configuration with one folder of files. */
export function writerConfig(
  folder: string,
  git: Git = {},
  revisions = { keep: 25, days: 90 },
): WriterOptions['config'] {
  return {
    source: [{ type: 'files', path: join(folder, 'content'), options: {} }],
    content: { git: { commit: false, push: false, branch: undefined, ...git }, revisions },
    site: { timezone: undefined } as WriterOptions['config']['site'],
  };
}
