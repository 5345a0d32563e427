/** The names that a block of a program declares. */

import type { AnyNode, ModuleDeclaration, Pattern, Statement } from 'acorn';
import type { Evaluator } from './evaluate.js';
import { COMPUTED, Dict, List, UNSET, type Value } from './values.js';

/** The names of a block of a program. A name's value is found when it is first used. */
export class Scope {
  readonly #names = new Map<string, { get: () => Value; value?: Value; isOpen?: boolean }>();

  constructor(
    readonly module: ModuleFacts,
    readonly parent?: Scope,
  ) {}

  declare(name: string, get: () => Value): void {
    this.#names.set(name, { get });
  }

  /** The value of a name; undefined for a name that isn't declared. */
  find(name: string): { readonly value: Value } | undefined {
    const binding = this.#names.get(name);
    if (binding === undefined) return this.parent?.find(name);
    if (!('value' in binding)) {
      // A value that refers to itself.
      binding.value = COMPUTED;
      binding.value = this.module.changed.applyTo(name, binding.get());
    }
    return { value: binding.value as Value };
  }
}

/** The facts about a file that its evaluation needs. */
interface ModuleFacts {
  /** Path from the folder of the site. */
  readonly file: string;
  readonly changed: Changes;
}

/** Methods that change the value that they are called on. */
const CHANGING = new Set(
  'push unshift splice sort reverse fill pop shift copyWithin set delete add'.split(' '),
);

/** The names whose values the program changes after their declaration. They are few: scopes don't matter. */
export class Changes {
  /** By name: the properties that change, or `''` for the whole. */
  readonly #properties = new Map<string, Set<string>>();

  constructor(program: AnyNode) {
    const left: AnyNode[] = [program];
    for (let node = left.pop(); node !== undefined; node = left.pop()) {
      this.#note(node);
      for (const part of childNodes(node)) left.push(part);
    }
  }

  /** The value with the parts that change marked as computed. */
  applyTo(name: string, value: Value): Value {
    const properties = this.#properties.get(name);
    if (properties === undefined) return value;
    if (value instanceof List) return new List(value.items, true);
    if (!(value instanceof Dict)) return properties.has('=') ? COMPUTED : value;
    if (properties.has('=')) return COMPUTED;
    const changed = [...properties].filter((key) => key !== '').map((key) => [key, COMPUTED] as const);
    return new Dict(
      new Map<string, Value>([...value.entries, ...changed]),
      properties.has('') || value.isOpen,
    );
  }

  #note(node: AnyNode): void {
    if (node.type === 'AssignmentExpression') this.#noteTarget(node.left);
    if (node.type === 'UpdateExpression') this.#noteTarget(node.argument);
    if (node.type !== 'CallExpression') return;
    const { callee, arguments: args } = node;
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
    if (callee.property.name === 'assign' && args[0] !== undefined) this.#add(args[0], '');
    if (CHANGING.has(callee.property.name)) this.#noteTarget(callee.object, '');
  }

  #noteTarget(target: AnyNode, whole = '='): void {
    let key = whole;
    let node = target;
    while (node.type === 'MemberExpression') {
      const { property, computed } = node;
      key = property.type === 'Identifier' && !computed ? property.name : '';
      node = node.object;
    }
    this.#add(node, key);
  }

  #add(node: AnyNode, key: string): void {
    if (node.type !== 'Identifier' || node.name === 'module' || node.name === 'exports') return;
    const known = this.#properties.get(node.name);
    if (known === undefined) this.#properties.set(node.name, new Set([key]));
    else known.add(key);
  }
}

/** The nodes directly below a node. */
export function childNodes(node: AnyNode): readonly AnyNode[] {
  return Object.values(node)
    .flat()
    .filter((part) => typeof part?.type === 'string');
}

/** Declares the names of the statements of a block. */
export function declareAll(
  statements: readonly (Statement | ModuleDeclaration)[],
  scope: Scope,
  evaluator: Evaluator,
): void {
  for (const statement of statements) {
    const node =
      (statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration') &&
      statement.declaration
        ? statement.declaration
        : statement;
    if (node.type === 'VariableDeclaration') {
      for (const { id, init } of node.declarations) {
        const value = () => (init ? evaluator.evaluate(init, scope) : undefined);
        declarePattern(id, value, scope, evaluator);
      }
    } else if (node.type === 'FunctionDeclaration' && node.id) {
      scope.declare(node.id.name, () => evaluator.evaluate(node, scope));
    } else if (node.type === 'ImportDeclaration') {
      for (const specifier of node.specifiers) {
        const name =
          specifier.type === 'ImportSpecifier'
            ? specifier.imported.type === 'Identifier'
              ? specifier.imported.name
              : String(specifier.imported.value)
            : specifier.type === 'ImportDefaultSpecifier'
              ? 'default'
              : '*';
        const from = String(node.source.value);
        scope.declare(specifier.local.name, () => evaluator.importFrom(from, name, scope));
      }
    } else if ('id' in node && node.id?.type === 'Identifier') {
      // Classes, enumerations and namespaces.
      scope.declare(node.id.name, () => COMPUTED);
    }
  }
}

/** Declares the names of a pattern such as `{ a, b: [c] = [] }`. */
export function declarePattern(pattern: Pattern, get: () => Value, scope: Scope, evaluator: Evaluator): void {
  if (pattern.type === 'Identifier') scope.declare(pattern.name, get);
  else if (pattern.type === 'AssignmentPattern') {
    const given = () => {
      const value = get();
      return value === undefined || value === UNSET ? evaluator.evaluate(pattern.right, scope) : value;
    };
    declarePattern(pattern.left, given, scope, evaluator);
  } else if (pattern.type === 'ArrayPattern') {
    for (const [index, item] of pattern.elements.entries()) {
      if (item === null) continue;
      const isRest = item.type === 'RestElement';
      const part = isRest ? () => COMPUTED : () => memberOf(get(), String(index));
      declarePattern(isRest ? item.argument : item, part, scope, evaluator);
    }
  } else if (pattern.type === 'ObjectPattern') {
    for (const item of pattern.properties) {
      if (item.type === 'RestElement') {
        declarePattern(item.argument, () => COMPUTED, scope, evaluator);
        continue;
      }
      const { key, computed } = item;
      const name =
        key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined;
      const part = () => (name === undefined || computed ? COMPUTED : memberOf(get(), name));
      declarePattern(item.value, part, scope, evaluator);
    }
  } else if (pattern.type === 'RestElement')
    declarePattern(pattern.argument, () => COMPUTED, scope, evaluator);
}

/** The value of a property; what objects inherit counts as computed. */
export function memberOf(value: Value, key: string): Value {
  if (value instanceof Dict) return value.entries.has(key) ? value.entries.get(key) : orOpen(value.isOpen);
  if (value instanceof List) {
    if (key === 'length') return value.isOpen ? COMPUTED : value.items.length;
    if (/^\d+$/.test(key))
      return Number(key) < value.items.length ? value.items[Number(key)] : orOpen(value.isOpen);
    return COMPUTED;
  }
  if (typeof value === 'string' && key === 'length') return value.length;
  return value === undefined || value === null ? undefined : COMPUTED;
}

function orOpen(isOpen: boolean): Value {
  return isOpen ? COMPUTED : undefined;
}
