import { isObject } from '../../../core/json.js';
import { decodePercent } from '../../../core/percent.js';
import { escapeRegExp } from '../../../core/text.js';
import type { Rule } from '../rule.js';
import { escapePointer } from '../values.js';

/** References inside a document have a target in it. */
export const references: Rule = {
  id: 'references',
  level: 'error',
  title: 'Every `$ref` inside a JSON document has a target in that document',
  anywhere: true,
  *checkDocument(document) {
    if (!document.isJson || !document.isWhole || document.source !== 'generated') return;
    for (const { pointer, target } of lostReferences(document.value())) {
      yield {
        code: 'reference-lost',
        file: document.file,
        pointer,
        message: `"${target}" has no target in this document.`,
        fix: 'Build again; if a plugin makes the document, correct it there.',
      };
    }
  },
};

interface LostReference {
  /** Of the reference itself. */
  readonly pointer: string;
  readonly target: string;
}

/**
 * References without a target. A schema inside a document is a document of its own (JSON Schema 2020-12
 * section 9.3), so that a target may be found from any value around the reference.
 */
function* lostReferences(
  value: unknown,
  pointer = '',
  around: readonly unknown[] = [],
): Iterable<LostReference> {
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) yield* lostReferences(one, `${pointer}/${index}`, around);
  } else if (isObject(value)) {
    const scopes = [...around, value];
    const target = value['$ref'];
    if (typeof target === 'string' && target.startsWith('#') && !scopes.some((one) => leadsTo(one, target))) {
      yield { pointer: `${pointer}/$ref`, target };
    }
    for (const [name, one] of Object.entries(value)) {
      yield* lostReferences(one, `${pointer}/${escapePointer(name)}`, scopes);
    }
  }
}

/** Follows a fragment with a JSON pointer (RFC 6901 section 6), or with the name of an anchor. */
function leadsTo(scope: unknown, target: string): boolean {
  const fragment = decodePercent(target.slice(1));
  if (fragment !== '' && !fragment.startsWith('/')) {
    return new RegExp(`"\\$(?:dynamicA|a)nchor":${escapeRegExp(JSON.stringify(fragment))}`).test(
      JSON.stringify(scope),
    );
  }
  let at = scope;
  for (const part of fragment.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return false;
    at = (at as Record<string, unknown>)[name];
  }
  return true;
}
