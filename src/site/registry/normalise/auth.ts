import { isObject } from '../../../core/is-object.js';
import { quoted } from '../report.js';
import { AUTH_SCHEMES, type ResourceAuth } from '../resource.js';
import { type AddressContext, cleanAddress } from './address.js';
import { cleanKey, textsOf } from './text.js';

/**
 * The sign-in of a resource. A bare text is the scheme.
 * @param id of the resource, for messages
 */
export function resourceAuth(value: unknown, id: string, ctx: AddressContext): ResourceAuth {
  const fields = isObject(value) ? value : { type: value };
  return {
    type: schemeOf(fields['type'], id, ctx),
    oidc: cleanAddress(fields['oidc'], `auth.oidc of "${id}"`, ctx),
    scopes: textsOf(fields['scopes']),
    docs: cleanAddress(fields['docs'], `auth.docs of "${id}"`, ctx),
  };
}

function schemeOf(value: unknown, id: string, { report }: AddressContext): ResourceAuth['type'] {
  const token = cleanKey(value);
  const scheme = AUTH_SCHEMES.find((known) => known === token);
  if (scheme === undefined && value !== undefined && value !== null && value !== '') {
    report.warn(
      'resource_auth',
      `The resource "${id}" has the unknown auth type ${quoted(value)}; "none" is published.`,
      `Use one of: ${AUTH_SCHEMES.join(', ')}.`,
    );
  }
  return scheme ?? 'none';
}
