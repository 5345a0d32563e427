import { isObject } from '../../../core/json.js';
import type { Rule } from '../rule.js';
import { DISCOVERY_FILE } from '../subject.js';

/** The master index is there and is JSON. */
export const discoveryExists: Rule = {
  id: 'M1',
  covers: ['T1'],
  level: 'error',
  title: '`discovery.json` is at its well-known path and is a JSON object',
  *check({ folder }) {
    const document = folder.document(DISCOVERY_FILE);
    if (document === undefined) {
      yield {
        code: 'discovery-missing',
        file: DISCOVERY_FILE,
        message: 'The main index of the site is missing.',
        fix: 'Build again.',
      };
      return;
    }
    if (isObject(folder.value(DISCOVERY_FILE))) return;
    yield {
      code: 'discovery-unreadable',
      file: DISCOVERY_FILE,
      message: 'Expected a JSON object, found something else.',
      fix: 'Build again.',
    };
  },
};
