import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { shellQuoted } from '../../../src/cli/print.js';

it('leaves plain words as they are', () => {
  expect(shellQuoted('./my-site/svc.config.yaml')).toBe('./my-site/svc.config.yaml');
});

it.each(["Ana's site", 'a b', '$HOME', '`ls`', '"a"', "''", 'a;b', 'a\nb', '', '*', 'größe'])(
  'makes one word of %j',
  (text) => {
    const read = execFileSync('sh', ['-c', `printf '<%s>' ${shellQuoted(text)}`], { encoding: 'utf8' });
    expect(read).toBe(`<${text}>`);
  },
);
