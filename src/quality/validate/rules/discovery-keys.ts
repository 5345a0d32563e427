import { DISCOVERY_KEYS } from '../../../documents/discovery/keys.js';
import type { Rule } from '../rule.js';
import { DISCOVERY_FILE } from '../subject.js';
import { escapePointer } from '../values.js';

/** The eleven core keys are there, and all others are extensions. */
export const discoveryKeys: Rule = {
  id: 'M2',
  covers: ['T2'],
  level: 'error',
  title: 'All eleven core keys are in `discovery.json`; any other top-level key starts with `x-`',
  *check({ discovery, folder }) {
    if (!folder.has(DISCOVERY_FILE)) return;
    const keys = Object.keys(discovery);
    for (const key of DISCOVERY_KEYS.filter((core) => !keys.includes(core))) {
      yield {
        code: 'core-key-missing',
        file: DISCOVERY_FILE,
        pointer: '',
        message: `Expected the key "${key}", found none.`,
      };
    }
    for (const key of keys.filter((one) => !DISCOVERY_KEYS.includes(one) && !one.startsWith('x-'))) {
      yield {
        code: 'core-key-unknown',
        file: DISCOVERY_FILE,
        pointer: `/${escapePointer(key)}`,
        message: `"${key}" isn't a core key; names without a prefix are reserved.`,
        fix: `Call it "x-${key}" in the filter that adds it.`,
      };
    }
    if (isOutOfOrder(keys)) {
      yield {
        level: 'warning',
        code: 'core-key-order',
        file: DISCOVERY_FILE,
        pointer: '',
        message: `The core keys are in another order than ${DISCOVERY_KEYS.join(', ')}.`,
      };
    }
  },
};

function isOutOfOrder(keys: readonly string[]): boolean {
  const places = keys.map((key) => DISCOVERY_KEYS.indexOf(key)).filter((place) => place !== -1);
  return places.some((place, index) => place < (places[index - 1] ?? 0));
}
