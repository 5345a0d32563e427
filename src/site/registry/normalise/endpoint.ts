import { isObject } from '../../../core/is-object.js';
import { quoted } from '../report.js';
import { ENDPOINT_TYPES, type Endpoint } from '../resource.js';
import { type AddressContext, cleanAddress } from './address.js';
import { cleanKey, cleanText, listOf } from './text.js';

/**
 * The endpoints of a resource; a bare text is the address of a REST endpoint. Those without a usable address
 * are left out.
 * @param id of the resource, for messages
 */
export function endpointsOf(value: unknown, id: string, ctx: AddressContext): readonly Endpoint[] {
  // A comma may be part of an address, so a text is one endpoint.
  const list = Array.isArray(value) ? [...value] : value === undefined || value === null ? [] : [value];
  return list.flatMap((one: unknown) => endpointOf(one, id, ctx) ?? []);
}

function endpointOf(value: unknown, id: string, ctx: AddressContext): Endpoint | undefined {
  const fields = isObject(value) ? value : { url: value };
  const url = cleanAddress(fields['url'], `an endpoint of "${id}"`, ctx);
  if (url === '') {
    ctx.report.warn(
      'resource_endpoint',
      `An endpoint of the resource "${id}" has no usable address and was left out.`,
      'Give it a "url": a public http(s) address, or a path of the site that starts with "/".',
    );
    return undefined;
  }
  return {
    url,
    type: typeOf(fields['type'], id, ctx),
    methods: methodsOf(fields['methods']),
    auth: cleanKey(fields['auth']),
    description: cleanText(fields['description']),
  };
}

function typeOf(value: unknown, id: string, { report }: AddressContext): Endpoint['type'] {
  const token = cleanKey(value);
  const type = ENDPOINT_TYPES.find((known) => known === token);
  if (type === undefined && value !== undefined && value !== null && value !== '') {
    report.warn(
      'resource_endpoint',
      `An endpoint of "${id}" has the unknown type ${quoted(value)}; "rest" is published.`,
      `Use one of: ${ENDPOINT_TYPES.join(', ')}.`,
    );
  }
  return type ?? 'rest';
}

/** Names of HTTP methods: capital letters, each once. */
function methodsOf(value: unknown): readonly string[] {
  const names = listOf(value).map((one) =>
    cleanText(one)
      .toUpperCase()
      .replace(/[^A-Z]+/g, ''),
  );
  return [...new Set(names)].filter((name) => name !== '');
}
