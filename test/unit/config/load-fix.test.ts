import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { loadFix } from '../../../src/config/module-config.js';
import { workspace } from '../../support/build/workspace.js';

/** The message of Node.js itself: the tests load modules in another way. */
function messageOf(file: string, cwd: string): string {
  const program = `import('./${file}').catch(({ message }) => process.stdout.write(message))`;
  return execFileSync(process.execPath, ['--eval', program], { cwd, encoding: 'utf8', stdio: 'pipe' });
}

describe('the fix for a module that does not load', () => {
  it.each(['export const config = {};', "import 'node:fs';"])(
    'is another ending in a project of CommonJS: %s',
    (text) => {
      const cwd = workspace({ 'package.json': '{"type":"commonjs"}', 'shop.js': text });
      const fix = loadFix('shop.js', new SyntaxError(messageOf('shop.js', cwd)));
      expect(fix).toBe('Change the ending of the file to ".mjs", or add "type": "module" to package.json.');
    },
  );

  it('has the ending of TypeScript for a file of TypeScript', () => {
    const error = new SyntaxError('Cannot use import statement outside a module');
    expect(loadFix('topics.ts', error)).toContain('".mts"');
  });

  it('is none for a mistake in the code', () => {
    const cwd = workspace({ 'shop.mjs': 'export function register( {' });
    expect(loadFix('shop.mjs', new SyntaxError(messageOf('shop.mjs', cwd)))).toBeUndefined();
  });
});
