import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FOLDER = 'dist/cli';
const names = readdirSync(FOLDER).filter((name) => name.endsWith('.js'));

/** The file of a step, whose name ends with a hash. */
function fileOf(step: string): string {
  const found = names.find((name) => name === `${step}.js` || /^(.+)-.{8}\.js$/.exec(name)?.[1] === step);
  return found ?? expect.fail(`no file ${step} in ${FOLDER}`);
}

/** What the bundler puts around modules that are not ESM. */
const SMALL = [fileOf('rolldown-runtime')];
/** The same with what the threads of plugins share with the program. */
const SHARED = [...SMALL, fileOf('plugin')];

/** What a file loads before it runs; what it loads late stands within a function. */
function importsOf(name: string): readonly string[] {
  const code = readFileSync(`${FOLDER}/${name}`, 'utf8');
  return [...code.matchAll(/^import (?:.* from )?"([^"]+)";$/gm)].map(([, from]) => from ?? '');
}

/** The files of the program that one of them loads, itself included. */
function loadedBy(name: string, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(name)) return loaded;
  loaded.add(name);
  for (const from of importsOf(name)) if (from.startsWith('./')) loadedBy(from.slice(2), loaded);
  return loaded;
}

describe('the program that is published', () => {
  it('has everything that it imports', () => {
    for (const name of names) {
      for (const loaded of loadedBy(name)) expect(existsSync(`${FOLDER}/${loaded}`)).toBe(true);
    }
  });

  it('starts with one file and what the bundler adds', () => {
    const imports = importsOf('main.js').filter((from) => !from.startsWith('node:'));
    expect(imports.sort()).toEqual(SMALL.map((name) => `./${name}`).sort());
  });

  it.each([
    ['prepare', ['main']],
    ['scan', ['main', 'prepare']],
    ['convert', ['main', 'prepare', 'scan']],
    ['generate', ['main', 'prepare', 'scan', 'convert']],
    // Gates are cut from what is read, so reading and converting share them.
    ['wordpress', ['main', 'prepare', 'scan', 'convert']],
    ['markdown', ['main', 'prepare', 'scan', 'convert']],
  ])('loads for the step %s of a build nothing that only others need', (step, before) => {
    // What two of them share belongs to a step before both: STEPS of bin/bundle.js.
    const allowed = [...[...before, step].map(fileOf), ...SHARED];
    expect(allowed).toEqual(expect.arrayContaining([...loadedBy(fileOf(step))]));
  });

  it.each([
    ['convert-worker', []],
    ['preview-worker', []],
    ['page-worker', ['head-facts']],
  ])(
    'starts the thread %s without what is made of all pages, and parsers of other sources',
    (thread, own) => {
      const steps = ['main', 'prepare', 'scan', 'convert', thread, ...own];
      expect([...steps.map(fileOf), ...SHARED]).toEqual(
        expect.arrayContaining([...loadedBy(`${thread}.js`)]),
      );
    },
  );

  it('imports only packages that are installed with it', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    const installed = Object.keys(dependencies);
    const packages = names.flatMap(importsOf).filter((from) => !/^(?:node:|\.\/)/.test(from));
    const used = packages.map((from) => from.split('/', from.startsWith('@') ? 2 : 1).join('/'));
    expect(installed).toEqual(expect.arrayContaining([...new Set(used)]));
  });

  it('passes on the licences of the packages that are part of it, and lists them', () => {
    const licenses = readFileSync('dist/THIRD-PARTY-LICENSES.txt', 'utf8');
    for (const name of ['commander', 'kysely', 'parse5', 'unified', 'yaml', 'zod'])
      expect(licenses).toMatch(new RegExp(`^${name} \\d`, 'm'));
    expect(licenses.match(/\b(?:MIT|ISC|BSD|Copyright)\b/gi)?.length).toBeGreaterThan(100);
    const { metadata, components } = JSON.parse(readFileSync('dist/bundled.cdx.json', 'utf8'));
    expect(metadata.component.purl).toMatch(/^pkg:npm\/agent-discovery-service@\d/);
    const purls: readonly string[] = components.map(({ purl }: { readonly purl: string }) => purl);
    expect(purls).toContainEqual(expect.stringMatching(/^pkg:npm\/%40modelcontextprotocol\/server@\d/));
    expect(licenses.split(`\n${'-'.repeat(80)}\n`)).toHaveLength(purls.length);
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const name of Object.keys(dependencies)) expect(purls.join(' ')).not.toContain(`npm/${name}@`);
  });

  it('has the threads beside whoever starts them', () => {
    const texts = names.map((name) => readFileSync(`${FOLDER}/${name}`, 'utf8'));
    const scripts = texts.flatMap((text) =>
      [...text.matchAll(/new URL\("\.\/([^"]+\.js)", import\.meta\.url\)/g)].map(([, script]) => script),
    );
    expect(scripts.length).toBeGreaterThan(1);
    expect(names).toEqual(expect.arrayContaining(scripts));
  });
});
