import type { OddPath } from '../folder.js';
import type { Rule } from '../rule.js';

const WHAT: Readonly<Record<OddPath['kind'], readonly [code: string, message: string, fix: string]>> = {
  link: [
    'symbolic-link',
    "This symbolic link could lead out of the folder, so it wasn't followed.",
    'Put the file itself there, or remove the link.',
  ],
  special: ['special-file', 'This is neither a file nor a folder.', 'Remove it.'],
  name: [
    'odd-name',
    'No address can name this file: its name has control characters, a backslash, or decomposed letters (not NFC).',
    'Rename it, or build again.',
  ],
};

/** No path in the folder leads out of it or has a name that no address can have. */
export const paths: Rule = {
  id: 'paths',
  level: 'error',
  title: 'Only regular files and folders, under names that an address can have',
  *check({ folder }) {
    for (const { file, kind } of folder.oddPaths()) {
      const [code, message, fix] = WHAT[kind];
      yield { code, file, message, fix };
    }
  },
};
