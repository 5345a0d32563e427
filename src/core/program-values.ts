import { posix } from 'node:path';
import type { AnyNode, ModuleDeclaration, Program, Statement } from 'acorn';
import { Evaluator, type Files, TooComplexError } from './program-values/evaluate.js';
import { parseProgram } from './program-values/parse.js';
import { Changes, declareAll, memberOf, Scope } from './program-values/scope.js';
import {
  COMPUTED,
  Dict,
  Func,
  fromPlain,
  PackageCall,
  PackageExport,
  toPlain,
  type Value,
} from './program-values/values.js';

export type { ProgramCall } from './program-values/values.js';

/** What a configuration that is a program says, as far as that is readable without running it. */
export interface ProgramValues {
  /** The default export, or `module.exports`; what a function returns that is exported. */
  readonly value: unknown;
  /** Paths of the parts that code computes, such as `rewrites`; `sidebar.*` where code adds to a part. */
  readonly computed: readonly string[];
  /** Why nothing could be read. */
  readonly fault?: { readonly message: string; readonly line: number | undefined };
}

/** Reads a file of the site, by its path from the folder of the site; undefined for one that isn't there. */
type ReadText = (path: string) => string | undefined;

/** How many files, one importing the next, are read. */
const MAX_FILES = 50;

/**
 * Reads a JavaScript or TypeScript file as data. Nothing runs: literals, constants, spreads, functions that return
 * data, files that it imports from the folder of the site, and wrappers such as `defineConfig` are followed; all else
 * counts as computed.
 * @param path from the folder of the site, with `/`
 * @param name another export than the default one
 */
export function readProgram(path: string, readText: ReadText, name = 'default'): ProgramValues {
  const modules = new Modules(path, readText);
  try {
    const module = modules.load(path);
    if (!(module instanceof Module)) {
      const fault = module ?? { message: 'the file is missing', line: undefined };
      return { value: undefined, computed: [''], fault };
    }
    return toPlain(modules.result(module.exported(name)));
  } catch (error) {
    if (!(error instanceof TooComplexError || error instanceof RangeError)) throw error;
    const fault = { message: 'the program is too complex', line: undefined };
    return { value: undefined, computed: [''], fault };
  }
}

/** True when code computes the part at a path, or something above it. */
export function isComputed({ computed }: Pick<ProgramValues, 'computed'>, path: string): boolean {
  return computed.some((part) => part === '' || part === path || path.startsWith(`${part}.`));
}

/** The files of one configuration. */
class Modules implements Files {
  readonly #root: string;
  readonly #evaluator = new Evaluator(this);
  readonly #loaded = new Map<string, ReturnType<Modules['load']>>();

  constructor(
    path: string,
    private readonly readText: ReadText,
  ) {
    this.#root = posix.dirname(path);
  }

  load(path: string): Module | { message: string; line: number | undefined } | undefined {
    if (this.#loaded.has(path)) return this.#loaded.get(path);
    const text = this.#loaded.size < MAX_FILES ? this.readText(path) : undefined;
    const program = text === undefined ? undefined : parseProgram(path, text);
    const module = program && 'type' in program ? new Module(path, program, this.#evaluator) : program;
    this.#loaded.set(path, module);
    return module;
  }

  /** A configuration that is a function is called as its generator would. */
  result(value: Value): Value {
    if (value instanceof Func) return this.result(this.#evaluator.call(value, [COMPUTED, COMPUTED]));
    if (!(value instanceof PackageCall)) return value;
    // A wrapper of a package: its object is the configuration, which the package may add to.
    const config = value.args.findLast((arg) => arg instanceof Dict);
    return config instanceof Dict ? new Dict(config.entries, true) : COMPUTED;
  }

  importFrom(specifier: string, name: string, file: string): Value {
    if (!specifier.startsWith('.')) return name === '*' ? COMPUTED : packageValue(specifier, name);
    const target = posix.join(posix.dirname(file), specifier);
    if (target.startsWith('..')) return COMPUTED;
    for (const path of candidates(target)) {
      if (path.endsWith('.json')) {
        const data = this.#json(path);
        if (data !== undefined) return name === '=' || name === 'default' ? data : memberOf(data, name);
        continue;
      }
      const module = this.load(path);
      if (module instanceof Module) return module.exported(name);
      if (module !== undefined) return COMPUTED;
    }
    return COMPUTED;
  }

  folderOf(file: string): string {
    return posix.relative(this.#root, posix.dirname(file)) || '.';
  }

  #json(path: string): Value {
    try {
      const text = this.readText(path);
      return text === undefined ? undefined : fromPlain(JSON.parse(text));
    } catch {
      return COMPUTED;
    }
  }
}

/** The function of a package, to name it where it is called. */
function packageValue(specifier: string, name: string): Value {
  return new PackageExport(name === 'default' || name === '=' ? specifier : `${specifier}#${name}`);
}

/** The files that an import may mean. TypeScript names a `.ts` file by the `.js` that it becomes. */
function candidates(target: string): readonly string[] {
  if (target.endsWith('.json')) return [target];
  const stem = target.replace(/\.([cm]?)js$/, '');
  const endings = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts', 'json'];
  return [
    ...(/\.[cm]?[jt]sx?$/.test(target) ? [target] : []),
    ...endings.map((ending) => `${stem}.${ending}`),
    ...endings.map((ending) => `${target}/index.${ending}`),
  ];
}

/** One file of a configuration. */
class Module {
  readonly #body: Program['body'];
  readonly #evaluator: Evaluator;
  readonly #scope: Scope;

  constructor(file: string, program: Program, evaluator: Evaluator) {
    this.#body = program.body;
    this.#evaluator = evaluator;
    this.#scope = new Scope({ file, changed: new Changes(program) });
    declareAll(program.body, this.#scope, evaluator);
  }

  /** What a program gets that loads this one. */
  main(): Value {
    const hasDefault = this.#body.some((node) => namesOf(node).includes('default'));
    return hasDefault ? this.#find('default') : this.#assigned();
  }

  /** The value of an export: `=` for what `require` gives, `*` for all. */
  exported(name: string): Value {
    if (name === 'default') return this.main();
    if (name !== '=' && name !== '*') {
      const found = this.#find(name);
      return found === undefined ? memberOf(this.#assigned(), name) : found;
    }
    const names = this.#body.flatMap((node) => namesOf(node));
    if (names.length === 0) return this.#assigned();
    return new Dict(new Map(names.map((key) => [key, this.#find(key)])));
  }

  #find(name: string): Value {
    for (const node of this.#body) {
      if (node.type === 'ExportDefaultDeclaration' && name === 'default')
        return this.#evaluator.evaluate(node.declaration, this.#scope);
      if (!namesOf(node).includes(name)) continue;
      if (node.type !== 'ExportNamedDeclaration' || node.declaration) return this.#scope.find(name)?.value;
      const specifier = node.specifiers.find(({ exported }) => nameOf(exported) === name);
      const local = specifier === undefined ? '' : nameOf(specifier.local);
      return node.source
        ? this.#evaluator.importFrom(String(node.source.value), local, this.#scope)
        : this.#scope.find(local)?.value;
    }
    return undefined;
  }

  /** What the file assigns to `module.exports`, whole or by name. */
  #assigned(): Value {
    let whole: Value;
    const parts = new Map<string, Value>();
    for (const node of this.#body) {
      if ((node as { type: string }).type === 'TSExportAssignment')
        whole = this.#evaluator.evaluate(
          (node as unknown as { expression: AnyNode }).expression,
          this.#scope,
        );
      if (node.type !== 'ExpressionStatement' || node.expression.type !== 'AssignmentExpression') continue;
      const { left, right } = node.expression;
      const target = left.type === 'MemberExpression' ? exportTarget(left) : undefined;
      if (target === '') whole = this.#evaluator.evaluate(right, this.#scope);
      else if (target !== undefined) parts.set(target, this.#evaluator.evaluate(right, this.#scope));
    }
    if (parts.size === 0) return whole;
    return new Dict(new Map([...(whole instanceof Dict ? whole.entries : []), ...parts]));
  }
}

function nameOf(node: { type: string; name?: string; value?: unknown }): string {
  return node.type === 'Identifier' ? (node.name ?? '') : String(node.value);
}

function namesOf(node: Statement | ModuleDeclaration): readonly string[] {
  if (node.type === 'ExportDefaultDeclaration') return ['default'];
  if (node.type !== 'ExportNamedDeclaration') return [];
  const { declaration } = node;
  if (!declaration) return node.specifiers.map(({ exported }) => nameOf(exported));
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  return 'id' in declaration && declaration.id ? [declaration.id.name] : [];
}

/** `''` for `module.exports`, `a` for `module.exports.a` and `exports.a`. */
function exportTarget(node: AnyNode): string | undefined {
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier')
    return undefined;
  const { object, property } = node;
  if (object.type === 'Identifier') {
    if (object.name === 'module' && property.name === 'exports') return '';
    return object.name === 'exports' ? property.name : undefined;
  }
  return exportTarget(object) === '' ? property.name : undefined;
}
