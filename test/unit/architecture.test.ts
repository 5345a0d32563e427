import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Import, importsOf, localTarget, type SourceFile, sourceFiles } from '../support/imports.js';

/** The rooms of `src/`, in order: each imports only itself and rooms before it. */
const ROOMS = [
  'core',
  'config',
  'storage',
  'content',
  'sources',
  'site',
  'documents',
  'deploy',
  'quality',
  'build',
  'insights',
  'sidecar',
  'api',
  'cli',
];

/** Contracts of later rooms that may be named with `import type`, which leaves no trace in the program. */
const MAY_NAME: Readonly<Record<string, readonly string[]>> = {
  // The plugin API is typed: its hooks are handed entries, resources and documents.
  'config/hooks': ['sources', 'site', 'documents'],
};

/** Folders inside of rooms that may import less than their room; `!` before the one thing that they may not. */
const NARROWER: Readonly<Record<string, readonly string[]>> = {
  // Trees and texts only, so that everything may stand on it.
  'content/html': ['core', 'content/html'],
  // A rebuild is handed to the server as a function: only the composition knows the build and its output.
  'sidecar/server': ['!build', '!deploy', '!sidecar/compose'],
  'sidecar/abilities': ['!build', '!deploy', '!sidecar/compose', '!sidecar/server'],
  'sidecar/oauth': ['core', 'config', 'storage', 'sidecar/oauth', 'sidecar/accounts'],
  'sidecar/accounts': ['core', 'config', 'storage', 'sidecar/accounts'],
  // The judge from outside knows neither what built a site nor what serves it.
  'quality/verify': ['!quality/readiness'],
};

/** The contract of the content of a site, which the build fills and the sidecar uses. */
const CONTRACTS = ['build/content/port.js', 'build/manifest.js'];

/** Parts that are pure functions. */
const PURE = ['site', 'content', 'documents'];
/** The signing key is kept in a file. */
const KEY_FILES = ['documents/signing/key-file.ts', 'documents/signing/lasting-key.ts'];
const IMPURE_MODULES = /^(?:node:)?(?:fs|net|http|https|http2|dns|tls|child_process|worker_threads)(?:\/|$)/;

function roomOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? '') : '';
}

/** Why an import is not allowed; undefined when it is. */
function wrongArrow(one: Import): string | undefined {
  const from = roomOf(one.file);
  const target = localTarget(one);
  if (!ROOMS.includes(from)) return `${one.file}: "${from}" is not a room of this test`;
  if (target === undefined) {
    const isPure = PURE.includes(from) && !KEY_FILES.includes(one.file);
    const impure = isPure && IMPURE_MODULES.test(one.target) && !one.typeOnly;
    return impure ? `${one.file}: ${from} does no I/O, but imports ${one.target}` : undefined;
  }
  const to = roomOf(target);
  const named = one.typeOnly && MAY_NAME[folderOf(one.file, MAY_NAME)]?.includes(to) === true;
  if (ROOMS.indexOf(to) > ROOMS.indexOf(from) && !named)
    return `${one.file}: ${from} may not import ${to}${one.typeOnly ? ', not even a type' : ''} (${one.target})`;
  const folder = folderOf(one.file, NARROWER);
  return isNarrowEnough(NARROWER[folder], target)
    ? undefined
    : `${one.file}: ${folder} may not import ${one.target}`;
}

function folderOf(file: string, table: object): string {
  return Object.keys(table).find((folder) => file.startsWith(`${folder}/`)) ?? '';
}

function isNarrowEnough(rules: readonly string[] | undefined, target: string): boolean {
  if (rules === undefined || CONTRACTS.includes(target)) return true;
  const applies = (rule: string): boolean => target.startsWith(`${rule}/`);
  const forbidden = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
  if (forbidden.length > 0) return !forbidden.some(applies);
  return rules.some(applies);
}

function wrongArrows(imports: readonly Import[]): readonly string[] {
  return imports.flatMap((one) => wrongArrow(one) ?? []);
}

/** Files that import each other, directly or through others; types leave no trace and don't count. */
function circles(imports: readonly Import[]): readonly (readonly string[])[] {
  const targets = new Map<string, string[]>();
  for (const one of imports) {
    const target = one.typeOnly ? undefined : localTarget(one)?.replace(/\.js$/, '.ts');
    if (target !== undefined) targets.set(one.file, [...(targets.get(one.file) ?? []), target]);
  }
  const reached = new Map([...targets.keys()].map((file) => [file, reach(file, targets)]));
  const inCircle = [...reached].filter(([file, all]) => all.has(file));
  const groups = inCircle.map(([file, all]) =>
    [...all].filter((other) => reached.get(other)?.has(file)).sort(),
  );
  return [...new Map(groups.map((group) => [group.join(' '), group])).values()];
}

function reach(file: string, targets: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [...(targets.get(file) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(targets.get(next) ?? []));
  }
  return seen;
}

/** Why a file is not as our files are. */
function wrongShapes({ file, text }: SourceFile): readonly string[] {
  const lines = text.split('\n').length - 1;
  return [
    ...(/^export\s+default\b|\bas\s+default\b/m.test(text) ? [`${file}: has a default export`] : []),
    ...(/(?:^|\/|-)utils?(?:\.|\/|-)/.test(file) ? [`${file}: is named utils`] : []),
    ...(lines > 300 && !startsWithReason(text)
      ? [`${file}: has ${lines} lines and no header comment saying why`]
      : []),
  ];
}

/** A comment of some words before the first line of code. */
function startsWithReason(text: string): boolean {
  const comment = /^\s*(?:\/\*\*?([\s\S]*?)\*\/|((?:\/\/[^\n]*\n)+))/.exec(text);
  const words = (comment?.[1] ?? comment?.[2] ?? '').match(/\w+/g) ?? [];
  return words.length >= 8;
}

describe('the program', () => {
  const files = sourceFiles('src');

  it('imports only along the arrows', () => {
    expect(files.length).toBeGreaterThan(20);
    expect(wrongArrows(files.flatMap(({ file, text }) => importsOf(file, text)))).toEqual([]);
  });

  it('has no circle of imports', () => {
    expect(circles(files.flatMap(({ file, text }) => importsOf(file, text)))).toEqual([]);
  });

  it('has no default exports, no utils, and no long file without a reason', () => {
    expect(files.flatMap(wrongShapes)).toEqual([]);
  });

  it('asks isParsableUrl, since URL.canParse is wrong in Node.js 20', () => {
    const asking = files.filter(({ text }) => text.includes('URL.canParse('));
    expect(asking.map(({ file }) => file)).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  const text = readFileSync('docs/architecture.md', 'utf8');

  it('lists the rooms in their order, and no other', () => {
    const rows = [...text.matchAll(/^\| `(\w+)\/` \|/gm)].map(([, room]) => room);
    expect(rows).toEqual(ROOMS);
    expect(readdirSync('src').sort()).toEqual([...ROOMS].sort());
  });

  it('names files and folders that are there, in at most twelve steps a path', () => {
    const named = [...text.matchAll(/`([\w-]+\/[\w./-]*)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((path) => !existsSync(path) && !existsSync(`src/${path}`))).toEqual([]);
    const steps = [...text.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
    expect(Math.max(...steps)).toBeLessThanOrEqual(12);
  });
});

describe('this guard', () => {
  const arrow = (file: string, target: string, typeOnly = false): Import => ({ file, target, typeOnly });

  it.each([
    [arrow('site/select.ts', '../documents/table.js'), /site may not import documents/],
    [arrow('sources/wxr/source.ts', '../../site/entry.js'), /sources may not import site/],
    [arrow('content/html/parse.ts', '../../sources/port.js'), /content may not import sources/],
    [arrow('content/html/parse.ts', '../markdown/element.js'), /content\/html may not import/],
    [arrow('deploy/write.ts', '../sidecar/server/app.js'), /deploy may not import sidecar/],
    [arrow('sidecar/server/app.ts', '../../deploy/output.js'), /sidecar\/server may not import/],
    [arrow('sidecar/server/app.ts', '../../build/build.js'), /sidecar\/server may not import/],
    [arrow('build/build.ts', '../sidecar/server/app.js'), /build may not import sidecar/],
    [arrow('build/build.ts', '../cli/main.js'), /build may not import cli/],
    [arrow('core/errors.ts', '../config/load.js'), /core may not import config/],
    [arrow('config/load.ts', '../documents/table.js'), /config may not import documents/],
    [arrow('config/load.ts', '../site/entry.js', true), /not even a type/],
    [arrow('documents/llms.ts', 'node:fs/promises'), /does no I\/O/],
    [arrow('content/html/parse.ts', 'http'), /does no I\/O/],
    [arrow('helpers/x.ts', '../core/errors.js'), /not a room/],
  ])('sees a wrong arrow: %j', (one, message) => {
    expect(wrongArrow(one)).toMatch(message);
  });

  it.each([
    arrow('documents/llms.ts', '../site/entry.js'),
    arrow('documents/llms.ts', './escape.js'),
    arrow('config/hooks/names/x.ts', '../../../documents/document-row.js', true),
    arrow('content/body/port.ts', '../../config/config.js', true),
    arrow('cli/main.ts', '../sidecar/server/app.js'),
    arrow('deploy/write.ts', 'node:fs/promises'),
    arrow('sidecar/compose/served-site.ts', '../../build/build.js'),
    arrow('sidecar/abilities/permission.ts', '../../build/content/port.js', true),
    arrow('content/html/parse.ts', 'parse5'),
    arrow('sources/html/main.ts', '../../content/html/parse.js'),
  ])('lets a right arrow pass: %j', (one) => {
    expect(wrongArrow(one)).toBeUndefined();
  });

  it('sees a circle', () => {
    const circle = [arrow('core/a.ts', './b.js'), arrow('core/b.ts', './c.js'), arrow('core/c.ts', './a.js')];
    expect(circles(circle)).toEqual([['core/a.ts', 'core/b.ts', 'core/c.ts']]);
    expect(circles(circle.slice(0, 2))).toEqual([]);
  });

  it('reads every form of import', () => {
    const text = [
      "import { a } from '../a/a.js';",
      "import type { B } from '../b/b.js';",
      "import {\n  c,\n  type D,\n} from '../c/c.js';",
      "import '../d/d.js';",
      "export * from '../e/e.js';",
      "export type { F } from '../f/f.js';",
      "const g = await import('../g/g.js');",
      "import * as h from '../h/h.js';",
    ].join('\n');
    const read = importsOf('x/x.ts', text).map(
      (one) => `${roomOf(localTarget(one) ?? '')}${one.typeOnly ? ' type' : ''}`,
    );
    expect(read).toEqual(['a', 'b type', 'c', 'd', 'e', 'f type', 'h', 'g']);
  });

  it('sees wrong shapes', () => {
    const long = 'const x = 1;\n'.repeat(301);
    expect(wrongShapes({ file: 'core/a.ts', text: 'export default 1;\n' })).toHaveLength(1);
    expect(wrongShapes({ file: 'core/a.ts', text: 'export { x as default };\n' })).toHaveLength(1);
    expect(wrongShapes({ file: 'core/text-utils.ts', text: '' })).toHaveLength(1);
    expect(wrongShapes({ file: 'core/util/a.ts', text: '' })).toHaveLength(1);
    expect(wrongShapes({ file: 'core/a.ts', text: long })).toHaveLength(1);
    expect(wrongShapes({ file: 'core/a.ts', text: `/** short */\n${long}` })).toHaveLength(1);
    const reason = '/**\n * Long because one table with all names is easier to read than five.\n */\n';
    expect(wrongShapes({ file: 'core/a.ts', text: `${reason}${long}` })).toEqual([]);
  });
});
