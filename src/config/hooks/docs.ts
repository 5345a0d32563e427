import { withGeneratedParts } from '../../core/generated-parts.js';
import { table } from '../docs.js';
import { hookGroups } from './names.js';
import type { ActionRow, FilterRow } from './row.js';

/** The text of `docs/hooks.md`, with the declarations. */
export function hooksReference(): string {
  const groups = hookGroups.flatMap(({ title, rows }) => [
    `## ${title}`,
    table([
      ['Name', 'Kind', 'Value', 'Further arguments', 'Meaning', 'State'],
      ...Object.entries(rows).map(([name, row]) => hookRow(name, row)),
    ]),
  ]);
  return withGeneratedParts('hooks.md', { hooks: groups.join('\n\n') });
}

function hookRow(name: string, row: FilterRow<unknown> | ActionRow): string[] {
  const value = row.kind === 'filter' ? row.value : '';
  const args = row.args.map((arg) => `\`${arg}\``).join(', ');
  return [`\`${name}\``, row.kind, value, args, row.text, row.place];
}
