import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';

interface Packed {
  readonly files: readonly { readonly path: string; readonly mode: number }[];
}

describe('the npm package', () => {
  let paths: readonly string[] = [];
  let modes = new Map<string, number>();

  beforeAll(() => {
    const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      encoding: 'utf8',
    });
    const [packed]: Packed[] = JSON.parse(stdout);
    paths = packed?.files.map(({ path }) => path) ?? [];
    modes = new Map(packed?.files.map(({ path, mode }) => [path, mode]));
  });

  it('has the program, what it reads at run time, and nothing else', () => {
    const tops = new Set(paths.map((path) => path.split('/')[0]));
    expect([...tops].sort()).toEqual(
      [
        'action.yml',
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'bin',
        'dist',
        'package.json',
        'schemas',
        'templates',
      ].sort(),
    );
    expect(paths.filter((path) => path.startsWith('bin/'))).toEqual([
      'bin/action-outputs.js',
      'bin/post-comment.js',
      'bin/svc.js',
    ]);
    expect(modes.get('bin/svc.js')).toBe(0o755);
  });

  it('has every schema, every template and every file of the program', () => {
    for (const folder of ['schemas', 'templates', 'dist/cli', 'dist/types', 'dist/validators']) {
      const there = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => `${one.parentPath}/${one.name}`);
      expect(there.length).toBeGreaterThan(0);
      expect(paths.filter((path) => path.startsWith(`${folder}/`))).toEqual(expect.arrayContaining(there));
    }
    const isElsewhere = (path: string) => !/^dist\/(?:cli|types|validators)\//.test(path);
    expect(paths.filter((path) => path.startsWith('dist/') && isElsewhere(path)).sort()).toEqual([
      'dist/THIRD-PARTY-LICENSES.txt',
      'dist/bundled.cdx.json',
    ]);
  });

  it('has no tests, fixtures, keys, sources or notes of the compiler', () => {
    expect(paths.filter((path) => /(?:^|\/)(?:test|fixtures|bench|node_modules|\.\w)/.test(path))).toEqual(
      [],
    );
    expect(paths.filter((path) => /\.(?:jwk|pem|log|tgz|db|map|tsbuildinfo)$/.test(path))).toEqual([]);
    expect(paths.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))).toEqual([]);
  });

  it('installs without a compiler: its scripts do nothing for those who depend on it', () => {
    const { scripts, bin, engines } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const name of ['preinstall', 'install', 'postinstall']) expect(scripts).not.toHaveProperty(name);
    expect(bin).toEqual({ 'agent-discovery-service': 'bin/svc.js', svc: 'bin/svc.js' });
    expect(engines.node).toBe('>=20.19');
  });
});
