import { fileGlob } from './config-file.js';

/**
 * The test of a list of patterns as `.gitignore` has them: a name without a slash means any folder, a later line that
 * begins with `!` takes a file back.
 */
export function ignoreTest(lines: readonly string[]): (path: string) => boolean {
  const rules = lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ isKept: line.startsWith('!'), pattern: ignorePattern(line.replace(/^!/, '')) }));
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.isKept === false;
}

function ignorePattern(line: string): RegExp {
  const isAnywhere = !line.replace(/\/+$/, '').includes('/');
  const glob = line.replace(/^\.?\/+|\/+$/g, '').replace(/^\*\*\//, '');
  const isDeep = isAnywhere || /^\/?\*\*\//.test(line);
  return new RegExp(`^${isDeep ? '(?:.*/)?' : ''}${fileGlob(glob).source.slice(1, -1)}(?:/.*)?$`);
}
