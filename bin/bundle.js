// Part of `npm run build`: makes dist/ of src/. Puts the modules together into few files, since to find, read and
// compile hundreds of small ones takes longer than many a build takes for its work.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { compiledSchemas } from './compile-schemas.js';
import { declarationsOf } from './declarations.js';
import { thirdPartyFiles } from './third-party.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');

/** What other programs import: `exports` of package.json. */
const LIBRARY = [
  ...['index', 'config', 'plugin', 'server'],
  ...['astro', 'docusaurus', 'eleventy', 'next', 'nuxt', 'vite', 'vitepress'],
];

/** What a process or a thread starts with. The workers stand beside the chunks that start them. */
const ENTRIES = {
  main: './src/cli/main.ts',
  ...Object.fromEntries(LIBRARY.map((name) => [`api-${name}`, `./src/api/${name}.ts`])),
  'convert-worker': './src/build/workers/convert-worker.ts',
  'page-worker': './src/sources/html/page-worker.ts',
  'preview-worker': './src/build/content/preview-worker.ts',
  'body-worker': './src/sidecar/content/body-jobs/body-worker.ts',
  'plugin-worker': './src/config/hooks/thread/plugin-worker.ts',
};

/** The steps of `svc build`: each is one file, with everything that the steps before it have not brought. */
const STEPS = {
  // All that the thread of a plugin shares with the program.
  plugin: /src\/config\/hooks\/thread\/messages\.ts$/,
  start: /src\/cli\/(?:main|build|format-report)\.ts$/,
  prepare: /src\/build\/(?:build-staged|after-commit|deploy-files|index-now)\.ts$/,
  // With what all sources share, including the keys of front matter and meta tags.
  scan: /src\/(?:core\/(?:json|shared-data|written-dates)|build\/scan|sources\/(?:privacy\/held-copies|files\/(?:access-keys|date-values)|[\w-]+)|sources\/html\/(?:most-frequent|addresses\/page-address)|content\/html\/(?:escape|insertions|robots)|content\/syntax\/open-stack)\.ts$/,
  // With what threads that convert need besides.
  convert:
    /src\/(?:build\/(?:convert-job|unified-converter|workers\/shared-context|content\/preview-entry)|site\/media-index|content\/fidelity\/read-page|sources\/html\/(?:tree|words))\.ts$/,
  generate: /src\/(?:build\/generate|documents\/signing\/keys)\.ts$/,
  wordpress: /src\/(?:sources\/wxr\/source|content\/body\/wordpress\/render)\.ts$/,
  markdown: /src\/(?:sources\/files\/source|content\/body\/markdown\/render)\.ts$/,
};

/** Parses YAML for gray-matter, which has been told to ask another parser: a third of what front matter would load. */
const UNASKED = 'js-yaml';
const VIRTUAL = `\0${UNASKED}`;

/** Modules that are loaded by the first call of their functions: not every run needs them. */
const LATE = [
  {
    id: 'yaml',
    importer: /src\/sources\/files\/(?:[\w-]+\/)*[\w-]+\.ts$/,
    functions: ['isMap', 'isScalar', 'isSeq', 'parse', 'parseDocument'],
  },
  {
    id: './parsers.js',
    file: join(ROOT, 'src/core/program-values/parsers.ts'),
    importer: /src\/core\/program-values\/parse\.ts$/,
    functions: ['parseScript', 'parseTyped', 'parseWithJsx'],
  },
];

const steps = Object.entries(STEPS);
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
// These stay where npm puts them; the development dependencies that `src/` imports become part of the program.
const apart = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
const bundle = await rolldown({
  cwd: ROOT,
  input: ENTRIES,
  platform: 'node',
  external: (id) => id.startsWith('node:') || apart.some((name) => id === name || id.startsWith(`${name}/`)),
  preserveEntrySignatures: 'allow-extension',
  plugins: [
    { name: 'unasked', resolveId: (id) => (id === UNASKED ? VIRTUAL : null), load: loadUnasked },
    { name: 'late', resolveId: resolveLate, load: loadLate },
  ],
  checks: {
    // A module of a step is imported late by one command and at once by another.
    ineffectiveDynamicImport: false,
    // In an engine of gray-matter that is never asked.
    eval: false,
  },
});
const { output } = await bundle.generate({
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  comments: { jsdoc: false },
  codeSplitting: {
    groups: steps.map(([name, test], index) => ({ name, test, priority: steps.length - index })),
  },
});
await bundle.close();

const notices = thirdPartyFiles(
  output.flatMap(({ moduleIds }) => moduleIds),
  manifest,
);
writeFolder('cli', new Map(output.map((chunk) => [chunk.fileName, chunk.code])));
writeFolder('validators', new Map(compiledSchemas()));
writeFolder('types', declarationsOf(LIBRARY.map((name) => `api/${name}.d.ts`)));
write(DIST, notices);
// What is left of an earlier state is no part of the program.
const kept = ['cli', 'types', 'validators', ...notices.keys(), '.types', '.tsbuildinfo'];
remove(DIST, (name) => !kept.includes(name));

function loadUnasked(id) {
  if (id !== VIRTUAL) return null;
  return ['safeLoad', 'safeDump']
    .map((name) => `export function ${name}() { throw new Error('${UNASKED} is no part of this program'); }`)
    .join('\n');
}

function resolveLate(id, importer = '') {
  const late = LATE.find((one) => one.id === id && one.importer.test(importer));
  return late === undefined ? null : `\0${id}`;
}

function loadLate(id) {
  const late = LATE.find((one) => `\0${one.id}` === id);
  if (late === undefined) return null;
  const file = late.file ?? createRequire(import.meta.url).resolve(late.id);
  return late.functions
    .map(
      (name) =>
        `export function ${name}(...all) { return require(${JSON.stringify(file)}).${name}(...all); }`,
    )
    .join('\n');
}

/** Writes a folder below dist/, with these files only. */
function writeFolder(name, files) {
  const folder = join(DIST, name);
  write(folder, files);
  remove(folder, (file) => ![...files.keys()].some((path) => path === file || path.startsWith(`${file}/`)));
}

/** What has not changed keeps its time, which is part of what tells two states of the program apart. */
function write(folder, files) {
  for (const [file, text] of files) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
  }
}

function remove(folder, isOld) {
  for (const name of readdirSync(folder).filter(isOld)) rmSync(join(folder, name), { recursive: true });
}
