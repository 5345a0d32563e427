import type { AnyNode, ArrayExpression, BinaryExpression, MemberExpression, ObjectExpression } from 'acorn';
import { isScalar } from '../json.js';
import { callOf } from './calls.js';
import { childNodes, declareAll, declarePattern, memberOf, Scope } from './scope.js';
import { COMPUTED, Dict, Func, List, truthiness, UNSET, type Value } from './values.js';

/** Thrown when a program takes too many steps. */
export class TooComplexError extends Error {}

const MAX_STEPS = 300_000;
const MAX_DEPTH = 250;
/** Longer texts count as computed. */
const MAX_TEXT = 100_000;

/** Values of the environment of a program that builds the site. */
const ENVIRONMENT = new Dict(
  new Map<string, Value>([
    ['NODE_ENV', 'production'],
    ['MODE', 'production'],
    ['PROD', true],
    ['DEV', false],
  ]),
);

/** What the evaluation needs from the files of the site. */
export interface Files {
  /** The value of an import, by the name that the other file exports it under. */
  importFrom(specifier: string, name: string, file: string): Value;
  folderOf(file: string): string;
}

/** Finds the values of expressions without running anything: what it doesn't know is `COMPUTED`. */
export class Evaluator {
  #steps = 0;
  #depth = 0;

  constructor(readonly files: Files) {}

  importFrom(specifier: string, name: string, scope: Scope): Value {
    return this.files.importFrom(specifier, name, scope.module.file);
  }

  evaluate(node: AnyNode, scope: Scope): Value {
    this.countSteps(1);
    if (this.#depth > MAX_DEPTH) return COMPUTED;
    this.#depth += 1;
    try {
      return this.#valueOf(unwrapped(node), scope);
    } finally {
      this.#depth -= 1;
    }
  }

  /** @throws TooComplexError */
  countSteps(count: number): void {
    this.#steps += count;
    if (this.#steps > MAX_STEPS) throw new TooComplexError();
  }

  /** The value that a function returns. */
  call(func: Value, args: readonly Value[]): Value {
    if (!(func instanceof Func) || func.node.generator) return COMPUTED;
    const { node } = func;
    const scope = new Scope(func.scope.module, func.scope);
    for (const [index, pattern] of node.params.entries())
      declarePattern(pattern, () => args[index], scope, this);
    if (node.body.type !== 'BlockStatement') return this.evaluate(node.body, scope);
    const end = this.#run(node.body.body, scope);
    return end?.value;
  }

  /** The value of the `return` that the statements reach. */
  #run(statements: readonly AnyNode[], scope: Scope): { readonly value: Value } | undefined {
    declareAll(statements as Parameters<typeof declareAll>[0], scope, this);
    for (const statement of statements) {
      this.countSteps(1);
      const end = this.#runStatement(statement, scope);
      if (end !== undefined) return end;
    }
    return undefined;
  }

  #runStatement(node: AnyNode, scope: Scope): { readonly value: Value } | undefined {
    if (node.type === 'ReturnStatement')
      return { value: node.argument ? this.evaluate(node.argument, scope) : undefined };
    if (node.type === 'BlockStatement') return this.#run(node.body, new Scope(scope.module, scope));
    if (node.type === 'IfStatement') {
      const test = truthiness(this.evaluate(node.test, scope));
      const branch = test ? node.consequent : node.alternate;
      if (test !== undefined) return branch ? this.#runStatement(branch, scope) : undefined;
    }
    // Loops and branches that depend on computed values matter only where they end the function.
    return endsFunction(node) ? { value: COMPUTED } : undefined;
  }

  #valueOf(node: AnyNode, scope: Scope): Value {
    switch (node.type) {
      case 'Literal':
        return 'regex' in node && node.regex ? COMPUTED : (node.value as Value);
      case 'TemplateLiteral':
        return this.#textOf(node, scope);
      case 'Identifier':
        return this.#named(node.name, scope);
      case 'ObjectExpression':
        return this.#objectOf(node, scope);
      case 'ArrayExpression':
        return this.#listOf(node, scope);
      case 'FunctionExpression':
      case 'FunctionDeclaration':
      case 'ArrowFunctionExpression':
        return new Func(node, scope);
      case 'MemberExpression':
        return this.#memberOf(node, scope);
      case 'CallExpression':
        return callOf(node, scope, this);
      case 'ConditionalExpression': {
        const test = truthiness(this.evaluate(node.test, scope));
        return test === undefined ? COMPUTED : this.evaluate(test ? node.consequent : node.alternate, scope);
      }
      case 'LogicalExpression':
        return this.#choiceOf(node.operator, this.evaluate(node.left, scope), () =>
          this.evaluate(node.right, scope),
        );
      case 'BinaryExpression':
        return this.#binaryOf(node, scope);
      case 'UnaryExpression': {
        const value = this.evaluate(node.argument, scope);
        const isTrue = truthiness(value);
        if (node.operator === '!') return isTrue === undefined ? COMPUTED : !isTrue;
        if (node.operator === 'void') return undefined;
        return node.operator === '-' && typeof value === 'number' ? -value : COMPUTED;
      }
      case 'SequenceExpression':
        return this.evaluate(node.expressions.at(-1) as AnyNode, scope);
      case 'AssignmentExpression':
        return node.operator === '=' ? this.evaluate(node.right, scope) : COMPUTED;
      default:
        return COMPUTED;
    }
  }

  #named(name: string, scope: Scope): Value {
    const found = scope.find(name);
    if (found !== undefined) return found.value;
    if (name === '__dirname') return this.files.folderOf(scope.module.file);
    return name === 'undefined' ? undefined : COMPUTED;
  }

  #textOf(node: AnyNode & { type: 'TemplateLiteral' }, scope: Scope): Value {
    let text = '';
    for (const [index, quasi] of node.quasis.entries()) {
      text += quasi.value.cooked ?? '';
      const part = node.expressions[index];
      if (part === undefined) continue;
      const value = this.evaluate(part, scope);
      if (!isScalar(value)) return COMPUTED;
      text += String(value);
      this.countSteps(text.length >> 6);
      if (text.length > MAX_TEXT) return COMPUTED;
    }
    return text;
  }

  #objectOf(node: ObjectExpression, scope: Scope): Value {
    const entries = new Map<string, Value>();
    let isOpen = false;
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        const spread = this.evaluate(property.argument, scope);
        if (spread instanceof Dict) {
          this.countSteps(spread.entries.size);
          for (const [key, value] of spread.entries) entries.set(key, value);
        }
        isOpen ||= spread instanceof Dict ? spread.isOpen : truthiness(spread) !== false;
        continue;
      }
      const { key } = property;
      const name =
        key.type === 'Identifier' && !property.computed ? key.name : this.evaluate(key as AnyNode, scope);
      if (typeof name !== 'string' && typeof name !== 'number') isOpen = true;
      else
        entries.set(String(name), property.kind === 'init' ? this.evaluate(property.value, scope) : COMPUTED);
    }
    return new Dict(entries, isOpen);
  }

  #listOf(node: ArrayExpression, scope: Scope): Value {
    const items: Value[] = [];
    let isOpen = false;
    for (const element of node.elements) {
      if (element?.type !== 'SpreadElement') {
        items.push(element === null ? undefined : this.evaluate(element, scope));
        continue;
      }
      const spread = this.evaluate(element.argument, scope);
      if (spread instanceof List) {
        this.countSteps(spread.items.length);
        items.push(...spread.items);
        isOpen ||= spread.isOpen;
      } else isOpen = true;
    }
    return new List(items, isOpen);
  }

  #memberOf(node: MemberExpression, scope: Scope): Value {
    const { object, property } = node;
    const isMeta = object.type === 'MetaProperty';
    const key =
      property.type === 'Identifier' && !node.computed
        ? property.name
        : this.evaluate(property as AnyNode, scope);
    if (key === 'env' && (isMeta || (object.type === 'Identifier' && object.name === 'process')))
      return ENVIRONMENT;
    if (isMeta) return key === 'dirname' ? this.files.folderOf(scope.module.file) : COMPUTED;
    if (object.type === 'Super' || (typeof key !== 'string' && typeof key !== 'number')) return COMPUTED;
    const value = this.evaluate(object, scope);
    if (value === ENVIRONMENT && !ENVIRONMENT.entries.has(String(key))) return UNSET;
    return memberOf(value, String(key));
  }

  #choiceOf(operator: string, left: Value, right: () => Value): Value {
    const isTrue = truthiness(left);
    if (isTrue === undefined) return COMPUTED;
    if (operator === '||') return isTrue ? left : right();
    if (operator === '&&') return isTrue ? right() : left;
    return left === UNSET || left === undefined || left === null ? right() : left;
  }

  #binaryOf(node: BinaryExpression, scope: Scope): Value {
    const [left, right] = [node.left, node.right].map((side) => this.evaluate(side, scope));
    const { operator } = node;
    if (operator === '+') {
      if (!isScalar(left) || !isScalar(right)) return COMPUTED;
      if (typeof left === 'number' && typeof right === 'number') return left + right;
      const sum = String(left) + String(right);
      this.countSteps(sum.length >> 6);
      return sum.length > MAX_TEXT ? COMPUTED : sum;
    }
    const [a, b] = [left, right].map((value) => (value === UNSET ? undefined : value));
    if (![a, b].every((value) => isScalar(value) || value === undefined || value === null)) return COMPUTED;
    if (operator === '===' || operator === '==') return a === b;
    return operator === '!==' || operator === '!=' ? a !== b : COMPUTED;
  }
}

/** Wrappers that don't change a value: types, brackets, `await`. */
function unwrapped(node: AnyNode): AnyNode {
  let inner = node;
  for (;;) {
    const { type } = inner as { type: string };
    const next =
      type === 'ChainExpression' ||
      type === 'ParenthesizedExpression' ||
      /^TS.*(?:Expression|Assertion)$/.test(type)
        ? (inner as { expression?: AnyNode }).expression
        : inner.type === 'AwaitExpression'
          ? inner.argument
          : undefined;
    if (next === undefined) return inner;
    inner = next;
  }
}

/** True for a statement with a `return` or `throw` of its own. */
function endsFunction(node: AnyNode): boolean {
  const left: AnyNode[] = [node];
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (part.type === 'ReturnStatement' || part.type === 'ThrowStatement') return true;
    if (/Function|Class|Expression$/.test(part.type)) continue;
    for (const below of childNodes(part)) left.push(below);
  }
  return false;
}
