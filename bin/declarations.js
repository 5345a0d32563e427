// Part of `npm run build`: the types of the library, from what the compiler has written to dist/.types. Only the
// declarations that an entry reaches are kept, so that the package has no types of its inner parts.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../dist/.types', import.meta.url));

/** @param {readonly string[]} entries such as `api/index.d.ts` @returns the text of each file of the package's types */
export function declarationsOf(entries) {
  const files = new Map();
  const fileOf = (name) => {
    if (!files.has(name)) files.set(name, parseFile(name));
    return files.get(name);
  };
  const open = entries.flatMap((name) => fileOf(name).map((statement) => ({ name, statement })));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { name, statement } = next;
    if (statement.isKept) continue;
    statement.isKept = true;
    for (const { file, declared } of referencesOf(statement, name, fileOf(name))) {
      open.push(...declaring(fileOf(file), declared).map((one) => ({ name: file, statement: one })));
    }
  }
  return new Map([...files].map(([name, statements]) => [name, textOf(statements)]));
}

const COMMENTS = /\/\*[\s\S]*?\*\//g;

/** The compiler begins each statement, or the comment above it, at the start of a line. */
function parseFile(name) {
  const path = join(FOLDER, name);
  if (!existsSync(path)) throw new Error(`the compiler has not written ${path}`);
  const pieces = readFileSync(path, 'utf8').split(/\n(?=\/\*\*|(?:import|export|declare|type|interface)\b)/);
  return withComments(pieces).map((text) => {
    const code = text.replace(COMMENTS, '').trim();
    const from = /\bfrom ["']([^"']+)["'];?$/.exec(code)?.[1];
    const names = from === undefined ? [] : bindings(/\{([\s\S]*)\}/.exec(code)?.[1] ?? '');
    const declared =
      /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class|function|const|let|enum) (\w+)/.exec(
        code,
      )?.[1];
    return { text, code, from, names, declared, isImport: code.startsWith('import'), isKept: false };
  });
}

/** Puts each comment in front of its statement. */
function withComments(pieces) {
  const texts = [];
  let comment = '';
  for (const piece of pieces) {
    const text = comment + piece.trimEnd();
    comment = text.replace(COMMENTS, '').trim() === '' ? `${text}\n` : '';
    if (comment === '') texts.push(text);
  }
  return texts;
}

/** `type A, B as C` as pairs of the name in the other file and the name here. */
function bindings(list) {
  return list
    .split(',')
    .map((one) => one.trim().replace(/^type /, ''))
    .filter(Boolean)
    .map((one) => one.split(' as '))
    .map(([name, alias = name]) => ({ name, alias }));
}

/** What a statement mentions: names of its file, names of imports, and `import("./x.js").Name`. */
function referencesOf({ code, from, names, isImport }, file, statements) {
  if (from !== undefined) {
    // The declarations that mention its names decide which files an import is needed for.
    if (isImport || !from.startsWith('.')) return [];
    return names.map(({ name }) => ({ file: targetOf(file, from), declared: name }));
  }
  const inline = [...code.matchAll(/\bimport\(["'](\.[^"']+)["']\)\.(\w+)/g)];
  const words = new Set(code.replace(/(["'`])(?:\\.|(?!\1)[^\\])*\1/g, '').match(/[A-Za-z_$][\w$]*/g));
  return [
    ...inline.map(([, path, declared]) => ({ file: targetOf(file, path), declared })),
    ...[...words].map((declared) => ({ file, declared })),
    ...statements
      .filter((one) => one.isImport && one.from?.startsWith('.'))
      .flatMap((one) =>
        one.names
          .filter(({ alias }) => words.has(alias))
          .map(({ name }) => ({ file: targetOf(file, one.from), declared: name })),
      ),
  ];
}

function declaring(statements, name) {
  return statements.filter((one) => one.declared === name || one.names.some(({ alias }) => alias === name));
}

function targetOf(file, path) {
  return posix.join(dirname(file), path).replace(/\.js$/, '.d.ts');
}

/** The kept statements, and of the imports the names that they mention. */
function textOf(statements) {
  const kept = statements.filter(({ isKept }) => isKept);
  const words = new Set(
    kept.filter(({ isImport }) => !isImport).flatMap(({ code }) => code.match(/[\w$]+/g) ?? []),
  );
  const lines = kept.flatMap(({ text, isImport, names, from }) => {
    if (!isImport) return [text];
    const used = names.filter(({ alias }) => words.has(alias));
    const list = used.map(({ name, alias }) => (name === alias ? name : `${name} as ${alias}`)).join(', ');
    return used.length === 0 ? [] : [`import type { ${list} } from '${from}';`];
  });
  return `${lines.join('\n')}\nexport {};\n`;
}
