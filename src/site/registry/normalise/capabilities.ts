import { quoted, type Report } from '../report.js';
import { CAPABILITY } from '../resource.js';
import { textsOf } from './text.js';

/**
 * The capabilities of a resource, each once. Anything but a dotted token is left out.
 * @param id of the resource, for messages
 */
export function capabilitiesOf(value: unknown, id: string, report: Report): readonly string[] {
  return textsOf(value).filter((capability) => {
    if (CAPABILITY.test(capability)) return true;
    report.warn(
      'resource_capability',
      `The capability ${quoted(capability)} of "${id}" is not a dotted token and was left out.`,
      'Write what can be done, not where: "commerce.products.read", in lower case.',
    );
    return false;
  });
}
