import { withGeneratedParts } from '../../../core/generated-parts.js';
import type { AdminRoute } from './dispatch.js';
import type { Param } from './read-request.js';
import { adminRoutes } from './table.js';

/** Returns the text of `docs/admin-api.md`, with the table of routes. */
export function adminApiReference(): string {
  return withGeneratedParts('admin-api.md', { routes: adminRoutes.map(section).join('\n') });
}

function section({ route, summary, guard, params = {}, schema }: AdminRoute): string {
  const names = Object.entries(params);
  return `## ${route}

${summary}

${guard === undefined ? '' : EDITORS}Response: [\`${schema}\`](../schemas/${schema})
${names.length === 0 ? '' : `\n| Parameter | Type | Meaning |\n| --- | --- | --- |\n${names.map(row).join('')}`}`;
}

const EDITORS = 'Permission: `edit_post` for a page, `manage_options` for the site. ';

function row([name, param]: readonly [string, Param]): string {
  const facts = [
    param.type,
    ...(param.required === true ? ['required'] : []),
    ...(param.values === undefined ? [] : [param.values.map((value) => `\`${value}\``).join(', ')]),
    ...(param.min === undefined ? [] : [`at least ${param.min}`]),
    ...(param.max === undefined ? [] : [`at most ${param.max}`]),
    ...(param.default === undefined ? [] : [`default \`${JSON.stringify(param.default)}\``]),
  ];
  return `| \`${name}\` | ${facts.join('; ')} | ${param.text} |\n`;
}
