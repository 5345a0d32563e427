import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isComputed, readProgram } from '../../../src/core/program-values.js';

type Texts = Readonly<Record<string, string>>;

function read(text: string, others: Texts = {}, file = 'config.ts') {
  const files: Texts = { [file]: text, ...others };
  return readProgram(file, (path) => files[path]);
}

describe('values of a configuration', () => {
  test.each<[title: string, text: string, value: unknown]>([
    [
      'literals',
      'export default { a: 1, b: "x", c: [true, null, -2], d: `e` }',
      { a: 1, b: 'x', c: [true, null, -2], d: 'e' },
    ],
    ['CommonJS', 'module.exports = { a: 1 }; module.exports.b = 2', { a: 1, b: 2 }],
    [
      'TypeScript',
      'import type { C } from "x"; const c: C = { a: <any>1 } satisfies C as C; export default c!',
      { a: 1 },
    ],
    [
      'constants and spreads',
      'const base = { a: 1 }; const l = [1]; export default { ...base, b: [...l, 2] }',
      { a: 1, b: [1, 2] },
    ],
    ['destructuring', 'const { a, b: [c] = [3], ...d } = { a: 1 }; export default { a, c }', { a: 1, c: 3 }],
    [
      'wrappers',
      'import { defineConfig } from "x"; import { withMermaid } from "y"; export default withMermaid(defineConfig({ a: 1 }))',
      { a: 1 },
    ],
    ['a wrapped function', 'export default defineConfig(({ mode }) => ({ a: 1 }))', { a: 1 }],
    [
      'an async function',
      'export default async function make() { const x = await 1; return { a: x } }',
      { a: 1 },
    ],
    [
      'a function with steps',
      'module.exports = function (c) { c.addPlugin(x); if (c.y) c.z(); return { dir: { input: "src" } } }',
      { dir: { input: 'src' } },
    ],
    [
      'hoisted functions',
      'export default { nav: nav() }; function nav(): A[] { return [{ text: "a" }] }',
      { nav: [{ text: 'a' }] },
    ],
    [
      'choices by the environment',
      'const p = !!process.env.CI; export default { a: p ? 1 : 2, b: process.env.B ?? "/", c: process.env.NODE_ENV === "production" }',
      { a: 2, b: '/', c: true },
    ],
    [
      'paths',
      'import path, { resolve } from "node:path"; export default [path.join(__dirname, "../docs"), resolve("a", "b"), require.resolve("./s.js")]',
      ['../docs', 'a/b', 's.js'],
    ],
    [
      'list methods',
      'export default ["a", "b"].map((s) => ({ s: "/" + s })).concat([{ s: 1 }]).filter(Boolean)',
      [{ s: '/a' }, { s: '/b' }, { s: 1 }],
    ],
    [
      'object methods',
      "export default Object.fromEntries(Object.entries({ a: 1 }).map(([k, v]) => [k + '!', v]))",
      { 'a!': 1 },
    ],
    [
      'calls of packages',
      'import s from "@x/y"; import { t } from "z"; export default [s({ a: 1 }), t()]',
      [
        { $call: '@x/y', args: [{ a: 1 }] },
        { $call: 'z#t', args: [] },
      ],
    ],
    [
      'a wrapper of a package',
      'import nextra from "nextra"; export default nextra({ a: 1 })({ basePath: "/x" })',
      { basePath: '/x' },
    ],
    ['JSX beside data', 'export default { logo: <b>x</b>, a: 1 }', { logo: undefined, a: 1 }],
  ])('%s', (title, text, value) => {
    expect(read(text, {}, title === 'JSX beside data' ? 'config.js' : 'config.ts').value).toEqual(value);
  });

  test('follows files of the folder, not those outside of it', () => {
    const others = {
      'a/b.ts': 'export const list = ["x"]; export { l as m } from "./c.js"; export default { d: 1 }',
      'a/c.ts': 'export const l = 5',
      'a/data.json': '{"n": [1]}',
      'a/s.cjs': 'exports.s = "s"',
    };
    const text = `import d, { list, m } from './a/b'; import data from './a/data.json'; import { n } from './a/data.json';
      import { x } from '../outside'; const { s } = require('./a/s.cjs'); export default { d, list, m, data, n, x, s }`;
    const { value, computed } = read(text, others);
    expect(value).toEqual({ d: { d: 1 }, list: ['x'], m: 5, data: { n: [1] }, n: [1], x: undefined, s: 's' });
    expect(computed).toEqual(['x']);
  });

  test('names what code computes', () => {
    const values = read(`const a = []; a.push(1); const o = { k: 1, l: 2 }; o.k = f(); let z = 1; z = 2;
      export default { a, o, z, f: () => 1, r: await fetch('x'), ...more(), t: \`\${unknown}\`, d: new Date() }`);
    expect(values.value).toMatchObject({ a: [], o: { l: 2 } });
    expect(values.computed).toEqual(['*', 'a.*', 'o.k', 'z', 'f', 'r', 't', 'd']);
    expect(isComputed(values, 'o.k.deep')).toBe(true);
    expect(isComputed(values, 'o.l')).toBe(false);
  });

  test('says what is wrong with a program that it cannot parse', () => {
    expect(read('export default {\n  a: ,\n}').fault).toEqual({ message: 'Unexpected token', line: 2 });
    expect(read('export default { a: 1 }', {}, 'other.ts').fault).toBeUndefined();
  });

  test('runs nothing and inherits nothing', () => {
    const { value } = read(
      'globalThis.hit = 1; export default { a: ({}).constructor, b: [].constructor, "__proto__": { c: 1 } }',
    );
    expect(Reflect.has(globalThis, 'hit')).toBe(false);
    expect((value as { c?: number }).c).toBeUndefined();
    expect(value).toMatchObject({ a: undefined, b: undefined });
  });

  test.each([
    ['nested calls', `const f = (x) => [x, x]; export default ${'f('.repeat(60)}1${')'.repeat(60)}`],
    [
      'doubled lists',
      `const l0 = [1]; ${Array.from({ length: 40 }, (_, i) => `const l${i + 1} = [...l${i}, ...l${i}];`).join('')} export default l40`,
    ],
    [
      'doubled references',
      `const l0 = [1]; ${Array.from({ length: 40 }, (_, i) => `const l${i + 1} = [l${i}, l${i}];`).join('')} export default l40`,
    ],
    [
      'doubled texts',
      `const l0 = "aa"; ${Array.from({ length: 60 }, (_, i) => `const l${i + 1} = l${i} + l${i};`).join('')} export default l60`,
    ],
    ['endless recursion', 'function f() { return f() } export default f()'],
    ['recursion that branches', 'const f = () => [f(), f()]; export default f()'],
    ['values of themselves', 'const a = { a }; export default a'],
    ['type assertions in each other', `export default ${'<T>('.repeat(30)}1${')'.repeat(30)}`],
    ['deep nesting', `export default ${'['.repeat(100_000)}`],
    ['files that import each other', 'import c from "./config"; export default { c }'],
  ])('ends soon: %s', (_title, text) => {
    const started = performance.now();
    read(text);
    expect(performance.now() - started).toBeLessThan(3000);
  });

  test('reads what JSON holds, and never throws', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (json) => {
        const { value } = read(`export default ${json}`);
        // As a literal of a program, `__proto__` is no entry; negative zero is one in both.
        if (!json.includes('__proto__')) expect(value).toEqual(JSON.parse(json));
      }),
    );
    const word = fc.constantFrom(
      ...'export default const a = { } [ ] ( ) => , ; : ... a b "x" `${ ` f( return if else await async function import from "./config" module . exports require process env ? ! && || ?? + <T> as class new'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        expect(Array.isArray(read(words.join(' ')).computed)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
