import { asText } from '../../../config/text.js';
import { isObject } from '../../../core/json.js';
import { quoted } from '../report.js';
import type { WellKnownReference } from '../resource.js';
import { type AddressContext, cleanAddress } from './address.js';
import { listOf } from './text.js';

const PREFIX = /^\/*(?:\.well-known\/+)?/;
const FILE_NAME = /^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$/;

/**
 * A name directly below `/.well-known/`, without that prefix.
 * @returns empty for an invalid name: nested, hidden or with characters that no address should need
 * @see RFC 8615 section 3
 */
export function wellKnownName(value: unknown): string {
  const name = (asText(value) ?? '').trim().replace(PREFIX, '');
  return FILE_NAME.test(name) && !name.includes('..') && name.length <= 255 ? name : '';
}

/**
 * The well-known documents that a resource refers to; a bare text is a name. Referring serves nothing.
 * @param id of the resource, for messages
 */
export function referencesOf(value: unknown, id: string, ctx: AddressContext): readonly WellKnownReference[] {
  return listOf(value).flatMap((one) => {
    const fields = isObject(one) ? one : { name: one };
    const name = wellKnownName(fields['name']);
    if (name === '') {
      ctx.report.warn(
        'well_known_name',
        `"${id}" refers to the well-known document ${quoted(fields['name'])}, which isn't a usable name.`,
        'Write the file name alone, such as "shop.json".',
      );
      return [];
    }
    const url = cleanAddress(fields['url'], `the well-known document "${name}" of "${id}"`, ctx);
    return { name, url: url || `/.well-known/${name}` };
  });
}
