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
      `The capability ${quoted(capability)} of "${id}" isn't a dotted token, and was left out.`,
      'Write words in lower case, separated by dots, such as "commerce.products.read".',
    );
    return false;
  });
}
