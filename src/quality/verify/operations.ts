import { listOf, objectOf, textOf, type Values } from '../../core/json.js';
import { isParsableUrl } from '../../core/parsable-url.js';

/** A `GET` of an OpenAPI document. */
export interface Operation {
  /** Below the server, with braces for parameters. */
  readonly path: string;
  /** Absolute, with the same braces. */
  readonly url: string;
  /** Of the answer 200; undefined where it is not described. */
  readonly schema: unknown;
}

/** Maximum number and depth of checked values in one answer: an untrusted schema may refer to itself. */
const MOST_VALUES = 20_000;
const MAX_DEPTH = 20;
const MAX_REFERENCES = 20;

/** The read-only operations; those with more than one parameter in the address are left out. */
export function operationsOf(document: Values): readonly Operation[] {
  const server = textOf(objectOf(listOf(document['servers'])[0])['url']).replace(/\/+$/, '');
  if (!isParsableUrl(server) || !/^https?:/i.test(server)) return [];
  return Object.entries(objectOf(document['paths'])).flatMap(([path, item]) => {
    const { get } = objectOf(item);
    const isAskable = typeof get === 'object' && get !== null && (path.match(/\{/g)?.length ?? 0) <= 1;
    if (!isAskable || !path.startsWith('/')) return [];
    const content = objectOf(objectOf(objectOf(objectOf(get)['responses'])['200'])['content']);
    const [media] = Object.values(content);
    return [{ path, url: server + path, schema: objectOf(media)['schema'] }];
  });
}

/**
 * The first violation of a schema of an OpenAPI document, as a clause; undefined for a valid value.
 * Types, members, required members and references are checked. The schema may be untrusted, so it is walked
 * and not compiled.
 */
export function shapeProblem(value: unknown, schema: unknown, document: Values): string | undefined {
  let left = MOST_VALUES;
  const violation = (one: unknown, rules: unknown, pointer: string, depth: number): string | undefined => {
    left -= 1;
    if (left < 0 || depth > MAX_DEPTH) return undefined;
    const { type, properties, required, items } = resolved(rules, document);
    const types = typeof type === 'string' ? [type] : listOf(type).map(textOf);
    const where = pointer === '' ? 'the answer' : pointer;
    if (types.length > 0 && !types.some((name) => isOfType(one, name))) {
      return `${where} isn't of the type ${types.join(' or ')}`;
    }
    if (Array.isArray(one)) {
      for (const [index, item] of one.entries()) {
        const found = violation(item, items, `${pointer}/${index}`, depth + 1);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    if (typeof one !== 'object' || one === null) return undefined;
    const members = one as Values;
    const missing = listOf(required).find(
      (name) => typeof name === 'string' && !Object.hasOwn(members, name),
    );
    if (missing !== undefined) return `${where} has no "${String(missing)}"`;
    for (const [name, rule] of Object.entries(objectOf(properties))) {
      if (!Object.hasOwn(members, name)) continue;
      const found = violation(members[name], rule, `${pointer}/${name}`, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return violation(value, schema, '', 0);
}

function resolved(schema: unknown, document: Values): Values {
  let at = objectOf(schema);
  for (let number = 0; number < MAX_REFERENCES && typeof at['$ref'] === 'string'; number += 1) {
    const parts = at['$ref'].startsWith('#/') ? at['$ref'].slice(2).split('/') : [];
    const target = parts.reduce<unknown>((one, part) => {
      return objectOf(one)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
    }, document);
    at = objectOf(target);
  }
  return at;
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
    case 'string':
    case 'boolean':
      return typeof value === type;
    default:
      return true;
  }
}
