import { describe, expect, it } from 'vitest';
import { type Import, importsOf, localTarget, type SourceFile, sourceFiles } from '../support/imports.js';

/** Every folder may import these (and itself). */
const OPEN = ['core', 'hooks', 'config'];

/** The line of stages: a stage imports those to its left, and its neighbours in the same place. */
const SOURCES = ['sources'];
const CONVERT = ['body', 'html', 'markdown'];
/** What `html` may read: it knows of trees and texts only, so that sources of HTML may stand on it. */
const HTML: readonly string[] = [];
const MODEL = [...SOURCES, ...CONVERT, 'model'];
const REGISTRY = [...MODEL, 'registry'];
const SURFACES = [...REGISTRY, 'surfaces'];
const BEYOND = ['augment', 'signing', 'validate'];
const PAGES = [...SURFACES, ...BEYOND, 'pages'];
const ABILITIES = [
  ...SURFACES,
  ...BEYOND,
  'storage',
  'accounts',
  'content',
  'readiness',
  'activity',
  'visibility',
  'net',
];
const SERVER = [...ABILITIES, 'oauth', 'ai', 'abilities'];

/** What each folder may import beside `OPEN` and itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  // Built pages and exported bodies are HTML: their sources read it with the one parser. `html` imports no source
  // and no converter, so the line of stages still runs one way.
  sources: ['html', 'fidelity'],
  // What a visitor sees of a page, read by the source of built pages, and measured against its twin.
  fidelity: [...SOURCES, ...CONVERT],
  body: [...SOURCES, ...CONVERT],
  html: HTML,
  markdown: [...SOURCES, ...CONVERT],
  model: MODEL,
  registry: REGISTRY,
  surfaces: SURFACES,
  augment: [...SURFACES, ...BEYOND],
  signing: [...SURFACES, ...BEYOND],
  validate: [...SURFACES, ...BEYOND],
  // The judge from outside knows neither what built a site nor what serves it.
  verify: [...SURFACES, ...BEYOND],
  pages: [...SURFACES, ...BEYOND],
  storage: [],
  accounts: ['storage'],
  content: [...MODEL, 'storage', 'net'],
  readiness: [...SURFACES, ...BEYOND, 'storage', 'content'],
  // Requests to others, guarded against addresses of the own network.
  net: [],
  // Who reads the site: records, verification, blocking.
  activity: [...SURFACES, ...BEYOND, 'storage', 'net'],
  // The authorization server of assistants' connections.
  oauth: ['storage', 'accounts', 'net'],
  // The language models that the owner has keys for.
  // What a model returns may be HTML, which is taken apart.
  ai: ['storage', 'net', 'html'],
  // Whether answers of language models name the site.
  visibility: [...SURFACES, 'storage', 'ai', 'readiness', 'net'],
  abilities: ABILITIES,
  emit: [...SURFACES, ...BEYOND],
  pipeline: [...PAGES, 'fidelity', 'storage', 'content', 'readiness', 'emit'],
  // Exports into content folders.
  import: MODEL,
  // A first look at a folder.
  init: SOURCES,
  // A rebuild is handed to the server as a function: it knows neither `emit` nor `pipeline`.
  server: SERVER,
  cli: [...SERVER, 'fidelity', 'emit', 'pipeline', 'import', 'init', 'server', 'verify'],
};

/** Folders that are open to all import little themselves. */
const OPEN_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  config: ['core'],
  hooks: ['core', 'config'],
};

/** Contracts further right that may be named with `import type`, which leaves no trace in the program. */
const MAY_NAME: Readonly<Record<string, readonly string[]>> = {
  config: ['hooks'],
  sources: ['body'],
  hooks: ['sources', 'model', 'registry', 'surfaces'],
  body: ['model'],
  // The contract of previews: what they show is public documents and their graphs, and what reading a page finds.
  content: ['surfaces', 'augment', 'readiness'],
};

/** Stages that are pure functions. */
const PURE = ['model', 'registry', 'markdown', 'html', 'body', 'surfaces', 'augment', 'pages'];
const IMPURE_MODULES = /^(?:node:)?(?:fs|net|http|https|http2|dns|tls|child_process|worker_threads)(?:\/|$)/;

function folderOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? '') : '';
}

/** Why an import is not allowed; undefined when it is. */
function wrongArrow(one: Import): string | undefined {
  const from = folderOf(one.file);
  const target = localTarget(one);
  if (target === undefined) {
    const impure = PURE.includes(from) && IMPURE_MODULES.test(one.target) && !one.typeOnly;
    return impure ? `${one.file}: ${from} does no I/O, but imports ${one.target}` : undefined;
  }
  const to = folderOf(target);
  const table = OPEN_MAY_IMPORT[from] ?? MAY_IMPORT[from];
  if (table === undefined)
    return `${one.file}: the folder "${from}" is not in the table of test/architecture.test.ts`;
  const openToAll = OPEN_MAY_IMPORT[from] === undefined && OPEN.includes(to);
  const named = one.typeOnly && (MAY_NAME[from] ?? []).includes(to);
  if (from === to || table.includes(to) || openToAll || named) return undefined;
  return `${one.file}: ${from} may not import ${to}${one.typeOnly ? ', not even a type' : ''} (${one.target})`;
}

function wrongArrows(imports: readonly Import[]): readonly string[] {
  return imports.flatMap((one) => wrongArrow(one) ?? []);
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

  it('has no default exports, no utils, and no long file without a reason', () => {
    expect(files.flatMap(wrongShapes)).toEqual([]);
  });
});

describe('this guard', () => {
  const arrow = (file: string, target: string, typeOnly = false): Import => ({ file, target, typeOnly });

  it.each([
    [arrow('model/select.ts', '../surfaces/table.js'), /model may not import surfaces/],
    [arrow('sources/wxr/source.ts', '../../model/entry.js'), /sources may not import model/],
    [arrow('sources/html/main.ts', '../../body/table.js'), /sources may not import body/],
    [arrow('html/parse.ts', '../sources/port.js'), /html may not import sources/],
    [arrow('html/parse.ts', '../markdown/element.js'), /html may not import markdown/],
    [arrow('emit/write.ts', '../server/app.js'), /emit may not import server/],
    [arrow('server/app.ts', '../emit/write.js'), /server may not import emit/],
    [arrow('server/app.ts', '../pipeline/build.js'), /server may not import pipeline/],
    [arrow('pipeline/build.ts', '../server/app.js'), /pipeline may not import server/],
    [arrow('pipeline/build.ts', '../cli/main.js'), /pipeline may not import cli/],
    [arrow('core/errors.ts', '../config/load.js'), /core may not import config/],
    [arrow('config/load.ts', '../surfaces/table.js'), /config may not import surfaces/],
    [arrow('config/load.ts', '../model/entry.js', true), /not even a type/],
    [arrow('surfaces/llms.ts', 'node:fs/promises'), /does no I\/O/],
    [arrow('html/parse.ts', 'http'), /does no I\/O/],
    [arrow('helpers/x.ts', '../core/errors.js'), /not in the table/],
  ])('sees a wrong arrow: %j', (one, message) => {
    expect(wrongArrow(one)).toMatch(message);
  });

  it.each([
    arrow('surfaces/llms.ts', '../model/entry.js'),
    arrow('surfaces/llms.ts', './escape.js'),
    arrow('config/config.ts', '../hooks/hooks.js', true),
    arrow('body/port.ts', '../model/site.js', true),
    arrow('cli/main.ts', '../server/app.js'),
    arrow('emit/write.ts', 'node:fs/promises'),
    arrow('model/select.ts', '../hooks/hooks.js'),
    arrow('html/parse.ts', 'parse5'),
    arrow('sources/html/main.ts', '../../html/parse.js'),
  ])('lets a right arrow pass: %j', (one) => {
    expect(wrongArrow(one)).toBeUndefined();
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
      (one) => `${folderOf(localTarget(one) ?? '')}${one.typeOnly ? ' type' : ''}`,
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
