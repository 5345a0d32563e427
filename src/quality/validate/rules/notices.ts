import { listOf, objectOf } from '../../../core/json.js';
import type { RawFinding, Rule } from '../rule.js';
import type { StoredNotice } from '../subject.js';

/** The build stored no notice of a refused registration or a failed hook. */
export const notices: Rule = {
  id: 'notices',
  level: 'error',
  title: 'The build had no refused registration and no failed hook',
  *check(subject) {
    for (const notice of subject.notices) yield toFound(notice);
  },
};

function toFound({ level, code, message, fix, origin, hook }: StoredNotice): RawFinding {
  const isNamed = origin === undefined || message.includes(origin);
  const who = isNamed ? '' : `${origin}${hook === undefined ? '' : ` in ${hook}`}: `;
  return {
    level,
    code: (code ?? 'hook-failed').replaceAll('_', '-'),
    file: '',
    message: who + message,
    fix: fix ?? 'Correct the plugin and build again.',
  };
}

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
        const message = `The setting suppressed_resources hides "${id}", but it is listed here.`;
        const fix = 'Build again after a change of the settings.';
        yield { code: 'suppressed-resource', file, pointer: `/${list}/${index}`, message, fix };
      }
    }
  },
};
