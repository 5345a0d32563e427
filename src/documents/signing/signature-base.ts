import { type InnerList, parseList, serializeInnerList, serializeItem } from 'structured-headers';
import { SvcError } from '../../core/errors.js';
import { componentValue } from './component.js';
import type { HttpMessage } from './message.js';

/**
 * Reads covered components as standards write them: `"@status" "@authority";req`.
 * @param text the inside of an inner list (RFC 9651 section 3.1.1)
 */
export function coveredComponents(text: string): InnerList[0] {
  return (parseList(`(${text})`)[0] as InnerList)[0];
}

/**
 * The signature base: one line for each covered component, then the parameters of the signature.
 * @param list components and parameters, in the order of the signature
 * @throws SvcError `SVC_SIGNATURE_INVALID` when a component is missing, repeated or can't be rebuilt
 * @see https://www.rfc-editor.org/rfc/rfc9421#section-2.5
 */
export function signatureBase(message: HttpMessage, list: InnerList): string {
  const lines = new Map<string, string>();
  for (const component of list[0]) {
    const name = serializeItem(component);
    if (lines.has(name))
      throw new SvcError('SVC_SIGNATURE_INVALID', `the component ${name} is covered twice`);
    lines.set(name, componentValue(message, component));
  }
  lines.set('"@signature-params"', serializeInnerList(list));
  return [...lines].map(([name, value]) => `${name}: ${value}`).join('\n');
}
