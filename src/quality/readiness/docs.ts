import { withGeneratedParts } from '../../core/generated-parts.js';
import { pageChecks } from './pages/table.js';

/** The text of `docs/checks.md`, with the table of page checks. */
export function checksReference(): string {
  const rows = pageChecks.map(({ id, label, condition, problem, why }) => [
    `\`${id}\``,
    label,
    `${condition.charAt(0).toUpperCase()}${condition.slice(1)}.`,
    problem,
    why,
  ]);
  const header = ['Id', 'Check', 'Passes when', 'Named in lists as', 'What to do'];
  const table = [header, header.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
  return withGeneratedParts('checks.md', { checks: table });
}
