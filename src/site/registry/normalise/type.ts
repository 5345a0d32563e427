import { asText } from '../../../config/text.js';
import { quoted, type Report } from '../notice.js';
import { EXTENSION_TYPE, RESOURCE_TYPES } from '../resource.js';
import { hyphenated } from './text.js';

/** What a type is checked against. */
export interface TypeContext {
  /** Kinds that the site declares in addition to the known words. */
  readonly declaredTypes: ReadonlySet<string>;
  readonly report: Report;
}

/**
 * The type of a resource: a known word, a declared kind or an extension token. Other words are prefixed,
 * `x-svc-<word>`, since an extension needs a vendor.
 * @param id of the resource, for messages
 * @returns undefined, with a notice, for an empty type
 */
export function resourceType(value: unknown, id: string, ctx: TypeContext): string | undefined {
  const token = hyphenated(asText(value) ?? '');
  const word = token.startsWith('x-') ? token.slice(2) : token;
  if (token === '' || token === 'x') {
    ctx.report.error(
      'resource_type',
      `The resource "${id}" has no usable type (${quoted(value)}) and was left out.`,
      `Give it one of: ${RESOURCE_TYPES.join(', ')}.`,
    );
    return undefined;
  }
  if (isKnownType(token) || ctx.declaredTypes.has(token) || EXTENSION_TYPE.test(token)) return token;
  const marked = `x-svc-${word}`;
  ctx.report.warn(
    'resource_type_marked',
    `The resource "${id}" has the unknown type ${quoted(value)}, and is published as "${marked}".`,
    `Use one of ${RESOURCE_TYPES.join(', ')}, or write "x-<vendor>-${word}"; a plugin can declare such a type ` +
      'with the filter svc_resource_types.',
  );
  return marked;
}

/**
 * The kinds that a site declares. Each must be a known word or an extension token, or no reader could accept the
 * document.
 * @param declared result of `svc_resource_types`
 */
export function declaredTypes(declared: readonly string[], report: Report): ReadonlySet<string> {
  const types = new Set<string>();
  for (const type of declared) {
    if (isKnownType(type) || EXTENSION_TYPE.test(type)) types.add(type);
    else {
      report.warn(
        'filter_result',
        `svc_resource_types declares ${quoted(type)}, which isn't a valid resource type.`,
        'Declare types as "x-<vendor>-<type>", in lower case.',
      );
    }
  }
  return types;
}

function isKnownType(token: string): boolean {
  return RESOURCE_TYPES.some((type) => type === token);
}
