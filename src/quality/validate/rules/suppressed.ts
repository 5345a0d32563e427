import { listOf, objectOf } from '../../../core/json.js';
import type { Rule } from '../rule.js';

/** Documents that list resources, with their relevant members. */
const SHOWN: readonly (readonly [file: string, list: string, key: string])[] = [
  ['.well-known/discovery.json', 'resources', 'id'],
  ['.well-known/discovery.json', 'apis', 'id'],
  ['.well-known/discovery.json', 'agents', 'id'],
  ['.well-known/agent-card.json', 'agents', 'id'],
  ['.well-known/agent-skills/index.json', 'skills', 'resource'],
];

/** Suppressed resources are in no document. */
export const suppressed: Rule = {
  id: 'M14',
  level: 'error',
  title: 'No resource that the owner suppressed is in any document',
  *check({ settings, folder }) {
    const hidden = settings?.suppressed ?? [];
    for (const [file, list, key] of hidden.length === 0 ? [] : SHOWN) {
      for (const [index, item] of listOf(objectOf(folder.value(file))[list]).entries()) {
        const id = objectOf(item)[key];
        if (typeof id !== 'string' || !hidden.includes(id)) continue;
        yield {
          code: 'suppressed-resource',
          file,
          pointer: `/${list}/${index}`,
          message: `The setting suppressed_resources hides "${id}", but it is listed here.`,
          fix: 'Build again after a change of the settings.',
        };
      }
    }
  },
};
