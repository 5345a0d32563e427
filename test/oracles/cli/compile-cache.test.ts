import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NODE_MAJOR } from '../../../src/core/node-major.js';
import { workspace } from '../../support/build/workspace.js';
import { needs } from '../../support/needs.js';

const FOLDER = `svc-compile-cache-${process.getuid?.() ?? 'user'}`;

/** Runs the program with the cache as its current folder, where a build leaves its state. */
function svc(cache: string, args: readonly string[], program = '.', env = {}): SpawnSyncReturns<string> {
  const own = { NODE_COMPILE_CACHE: cache, NODE_V8_COVERAGE: '', ...env };
  return spawnSync(process.execPath, [join(resolve(program), 'bin/svc.js'), ...args], {
    cwd: cache,
    encoding: 'utf8',
    env: { ...process.env, ...own },
  });
}

const version = (cache: string, program?: string, env?: object) =>
  svc(cache, ['--version'], program, env).stdout.trim();

/** What has been kept, by the name of the file of the program. */
function keptIn(cache: string): ReadonlyMap<string, { readonly path: string; readonly inode: number }> {
  const folder = join(cache, FOLDER);
  return new Map(
    readdirSync(folder).map((name) => {
      const path = join(folder, name);
      return [name.replace(/-[\da-f]{32}$/, ''), { path, inode: statSync(path).ino }];
    }),
  );
}

const { version: VERSION } = JSON.parse(readFileSync('package.json', 'utf8'));

const NODE_20 = { reason: 'Node.js has a compile cache of its own from 22.1 on', isMet: NODE_MAJOR < 22 };

describe('what has been compiled', needs(NODE_20), () => {
  it('is kept for the next run, for nobody else to read or write', () => {
    const cache = workspace();
    expect(version(cache)).toBe(VERSION);
    const first = keptIn(cache);
    expect(first.get('main')).toBeDefined();
    expect(statSync(join(cache, FOLDER)).mode & 0o777).toBe(0o700);
    for (const { path } of first.values()) expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(version(cache)).toBe(VERSION);
    expect(keptIn(cache)).toEqual(first);
  });

  it('is kept anew once more has been compiled', () => {
    const cache = workspace();
    version(cache);
    const size = statSync(keptIn(cache).get('main')?.path ?? '').size;
    const source = resolve('fixtures/example');
    expect(svc(cache, ['build', '--source', source, '--base-url', 'https://example.org']).status).toBe(0);
    const names = [...keptIn(cache).keys()].map((name) => name.replace(/-[\w-]{8}$/, ''));
    const steps = ['main', 'look', 'prepare', 'scan', 'convert', 'produce', 'markdown'];
    expect(names).toEqual(expect.arrayContaining([...steps, 'discovery.schema.json']));
    expect(statSync(keptIn(cache).get('main')?.path ?? '').size).toBeGreaterThan(size * 1.5);
  });

  it('imports modules of others, without a warning', () => {
    const cache = workspace({
      'svc.config.mjs': 'export const config = { source: "pages", plugins: ["./plugin.mjs"] };',
      'plugin.mjs': 'export function register() { console.error("registered"); }',
      'pages/tea.md': '# Tea\n\nGreen.\n',
    });
    const build = () => svc(cache, ['build', '--base-url', 'https://example.org', '--json']).stderr;
    expect([build(), build()]).toEqual(['registered\n', 'registered\n']);
  });

  it.each<[string, (file: Buffer) => Buffer]>([
    ['damaged', (file) => file.fill(0x55, file.length / 2, file.length / 2 + 100)],
    ['cut off', (file) => file.subarray(0, file.length / 2)],
    ['empty', () => Buffer.alloc(0)],
  ])('is compiled again where it is %s', (_, damage) => {
    const cache = workspace();
    version(cache);
    const { path } = keptIn(cache).get('main') ?? expect.fail('main was not kept');
    const whole = readFileSync(path);
    const damaged = damage(Buffer.from(whole));
    writeFileSync(path, damaged);
    const { stdout, stderr, status } = svc(cache, ['--version']);
    expect({ stdout, stderr, status }).toEqual({ stdout: `${VERSION}\n`, stderr: '', status: 0 });
    expect(readFileSync(path).equals(damaged)).toBe(false);
    expect(readFileSync(path).length).toBeGreaterThan(whole.length / 2);
    expect(readdirSync(join(cache, FOLDER)).filter((name) => /\.\d+$/.test(name))).toEqual([]);
  });

  it('is not that of other code of the same length', () => {
    const cache = workspace();
    const program = join(cache, 'program');
    for (const part of ['bin', 'dist', 'package.json'])
      cpSync(part, join(program, part), { recursive: true });
    symlinkSync(resolve('node_modules'), join(program, 'node_modules'));
    const help = () => svc(cache, ['--help'], program).stdout;
    expect(help()).toContain('Makes a site readable');
    const main = join(program, 'dist/cli/main.cjs');
    const code = readFileSync(main, 'utf8');
    writeFileSync(main, code.replace('Makes a site readable', 'Turns a site readable'));
    expect(help()).toContain('Turns a site readable');
  });

  it.each<[string, (folder: string) => void]>([
    [
      'others can write to',
      (folder) => {
        mkdirSync(folder);
        chmodSync(folder, 0o770);
      },
    ],
    ['is a link to another', (folder) => symlinkSync(workspace(), folder)],
  ])('is not looked for in a folder that %s', (_, prepare) => {
    const cache = workspace();
    const folder = join(cache, FOLDER);
    prepare(folder);
    expect(version(cache)).toBe(VERSION);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['nobody wants it', { NODE_DISABLE_COMPILE_CACHE: '1' }],
    ['what runs is counted', { NODE_V8_COVERAGE: join(workspace(), 'coverage') }],
  ])('is not kept where %s', (_, env) => {
    const cache = workspace();
    expect(version(cache, '.', env)).toBe(VERSION);
    expect(readdirSync(cache)).toEqual([]);
  });

  it('is not needed: a file in place of the folder does no harm', () => {
    const cache = workspace();
    writeFileSync(join(cache, FOLDER), '');
    expect(version(cache)).toBe(VERSION);
  });
});
