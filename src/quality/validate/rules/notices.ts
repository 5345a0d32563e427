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
