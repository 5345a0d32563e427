import { table } from '../docs.js';
import { hookGroups } from './names.js';
import type { ActionRow, FilterRow } from './row.js';

/** The text of `docs/hooks.md`, made from the declarations. */
export function hooksReference(): string {
  const parts = [
    '# Hooks',
    '<!-- Generated from the declarations in src/config/hooks/names/ by npm run docs; changes made here are lost. -->',
    'This page lists every hook of a [plugin](plugins.md): filters, which change a value ' +
      '(`svc.filter(name, fn, priority)`), and actions, which react to an event (`svc.action(name, fn, priority)`). ' +
      'Functions run by priority (10 by default, lower first), then in order of registration, and may be ' +
      'asynchronous. If a function throws or returns the wrong kind of value, a notice names it and the previous ' +
      'value stays. You can register a hook marked "pending", but it isn\'t called yet.',
    ...hookGroups.flatMap(({ title, rows }) => [
      `## ${title}`,
      table([
        ['Name', 'Kind', 'Value', 'Further arguments', 'Meaning', 'State'],
        ...Object.entries(rows).map(([name, row]) => hookRow(name, row)),
      ]),
    ]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function hookRow(name: string, row: FilterRow<unknown> | ActionRow): string[] {
  const value = row.kind === 'filter' ? row.value : '';
  const args = row.args.map((arg) => `\`${arg}\``).join(', ');
  return [`\`${name}\``, row.kind, value, args, row.text, row.place];
}
