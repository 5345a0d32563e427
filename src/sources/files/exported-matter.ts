import { isObject } from '../../core/is-object.js';
import { readProgram } from '../../core/program-values.js';
import { withoutCode } from '../../core/prose.js';
import { isHoldingKey, isKnownKey } from './key-lines.js';

const EXPORT = /^export[ \t]+const[ \t]+(\w+)[ \t]*(?::[^=\n]*)?=/gm;
/** Objects in which MDX pages describe themselves, as pages of Next.js do. */
const OBJECTS = /^(?:meta|metadata|front_?matter|page|pagemeta|attributes)$/i;
/** Known keys that hold a page back or may contain a robots tag. */
const DECIDES = /^(?:robots|seo|head|meta|password|protected)$/i;

/** What the exports of an MDX page say about who may read it. Titles and the like come from its text. */
export function exportedMatter(body: string): Readonly<Record<string, unknown>> {
  if (!body.includes('export')) return {};
  const data: Record<string, unknown> = {};
  for (const { index, 1: name = '' } of withoutCode(body).matchAll(EXPORT)) {
    if (!OBJECTS.test(name) && !isHoldingKey(name)) continue;
    const [program = ''] = body.slice(index).split(/\n[ \t]*\n/, 1);
    const { value } = readProgram('page.ts', () => program, name);
    const entries = isObject(value) && OBJECTS.test(name) ? Object.entries(value) : [[name, value] as const];
    for (const [key, one] of entries)
      if (one !== undefined && (!isKnownKey(key) || isHoldingKey(key) || DECIDES.test(key))) data[key] = one;
  }
  return data;
}
