import { type BodyContext, tablePatternId } from '../../port.js';
import type { ShortcodeAttributes } from './attributes.js';

/** The table of TablePress that `[table id=3 /]` names; undefined where the export has none. */
export function renderTable({ id }: ShortcodeAttributes, context: BodyContext): string | undefined {
  const key = tablePatternId(id ?? '');
  const html = key === undefined ? undefined : context.pattern(key);
  return html === undefined ? undefined : `\n\n${html}\n\n`;
}
