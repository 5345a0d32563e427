import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, posix } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { workspace } from '../../support/build/workspace.js';

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

  it('is not made without the program, in a clone whose packages are not installed', () => {
    const cwd = workspace({ 'bin/prepare.mjs': readFileSync('bin/prepare.js', 'utf8') });
    const prepare = (command: string) =>
      spawnSync(process.execPath, ['bin/prepare.mjs'], {
        cwd,
        encoding: 'utf8',
        env: { npm_command: command },
      });
    const { status, stderr } = prepare('pack');
    expect(status).toBe(1);
    expect(stderr).toContain('Run "npm ci" first.');
    expect(prepare('ci').status).toBe(0);
  });

  it('has the program, what it reads at run time, and nothing else', () => {
    const tops = new Set(paths.map((path) => path.split('/')[0]));
    expect([...tops].sort()).toEqual(
      [
        'action.yml',
        'CHANGELOG.md',
        'CONTRIBUTING.md',
        'LICENSE',
        'README.md',
        'bin',
        'dist',
        'docs',
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

  it('has every page that its README and its documents link to', () => {
    const documents = paths.filter((path) => path.endsWith('.md') && /^(?:docs\/|README)/.test(path));
    const links = documents.flatMap((path) =>
      [
        ...readFileSync(path, 'utf8')
          .replaceAll(/`[^`\n]*`/g, '')
          .matchAll(/\]\(([^)\s#]+)/g),
      ]
        .map(([, target = '']) => target)
        .filter((target) => !/^(?:[a-z]+:|\/)/.test(target))
        .map((target) => posix.join(posix.dirname(path), target)),
    );
    const isThere = (link: string) => paths.some((path) => path === link || path.startsWith(`${link}/`));
    expect(links.length).toBeGreaterThan(100);
    expect([...new Set(links.filter((link) => !isThere(link)))]).toEqual([]);
  });

  it('names in docs/install.md all packages that it uses, and how', () => {
    const rows = readFileSync('docs/install.md', 'utf8')
      .split('\n')
      .map((line) => line.split(' | '))
      .filter(([, decision = '']) => /^(?:bundled|dependency|optional)/.test(decision));
    const named = (decision: string) =>
      rows
        .filter(([, found = '']) => found.startsWith(decision))
        .flatMap(([cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
    const { dependencies, peerDependencies, devDependencies } = JSON.parse(
      readFileSync('package.json', 'utf8'),
    );
    const { components } = JSON.parse(readFileSync('dist/bundled.cdx.json', 'utf8'));
    const bundled = new Set(components.map(({ name }: { name: string }) => name));
    const isNamed = (names: readonly string[]) => (name: string) =>
      names.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : one === name));
    const missing = (names: readonly string[], decision: string) =>
      names.filter((name) => !isNamed(named(decision))(name));
    expect(
      missing(
        Object.keys(devDependencies).filter((name) => bundled.has(name)),
        'bundled',
      ),
    ).toEqual([]);
    expect(missing(Object.keys(dependencies), 'dependency')).toEqual([]);
    expect(missing(Object.keys(peerDependencies), 'optional')).toEqual([]);
    const gone = named('bundled').filter((name) => !['core', 'zod'].includes(name) && !bundled.has(name));
    expect(gone).toEqual([]);
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

describe('the repository', () => {
  it('ignores installed packages, also where a link stands for their folder', () => {
    const cwd = workspace({
      '.gitignore': readFileSync('.gitignore', 'utf8'),
      'node_modules/a/index.js': '',
    });
    mkdirSync(join(cwd, 'test'));
    symlinkSync('../node_modules', join(cwd, 'test/node_modules'));
    spawnSync('git', ['init', '--quiet'], { cwd });
    const { stdout } = spawnSync('git', ['status', '--porcelain', '--untracked-files=all'], {
      cwd,
      encoding: 'utf8',
    });
    expect(stdout).toBe('?? .gitignore\n');
  });
});
