import type { Param } from './params.js';
import type { AdminRoute } from './route.js';
import { adminRoutes } from './table.js';

/**
 * The whole of `docs/admin-api.md`, made from the table of routes.
 * @param routes by default every one
 */
export function adminApiReference(routes: readonly AdminRoute[] = adminRoutes): string {
  return `# Admin API

Generated from the rows of \`src/sidecar/server/admin/table.ts\` by \`npm run docs\`; changes made
here are lost.

Addresses are below \`{base_url}/{rest_prefix}/svc/v1\`. Sign in at \`/svc/login\` (or \`POST\` the JSON
\`{"username": …, "password": …}\` there), fetch a nonce from \`/nonce\` with the session's cookie, and send it in
\`X-Platform-Nonce\` with every request. A cookie without a nonce counts as signed out. Parameters may come as JSON, as a form or
in the query, in this order. Errors are \`{code, message, data: {status}}\`
([schema](../schemas/admin-problem.schema.json)); the checks always run in the same order: who asks (401), whether
they may (403), what they ask for (400), whether it is there (404).

What assistants ask without a session, \`/oauth/register\`, \`/oauth/token\` and \`/oauth/revoke\`, is in [oauth.md](oauth.md).
\`POST /ai-hit\` takes what pages tell in CDN mode, from everybody, and is always answered with 204
([AI referrals](ai-referrals.md)).

${routes.map(section).join('\n')}`;
}

function section({ methods, path, summary, guard, params = {}, schema }: AdminRoute): string {
  const names = Object.entries(params);
  return `## ${methods.join(', ')} ${path}

${summary}

- Who may: ${guardText(guard)}
- Answer: [\`${schema}\`](../schemas/${schema})
${names.length === 0 ? '' : `\n| Parameter | Kind | Meaning |\n| --- | --- | --- |\n${names.map(row).join('')}`}`;
}

function guardText(guard: AdminRoute['guard']): string {
  if (guard === 'admin') return '`manage_options`';
  return guard === 'public'
    ? 'everybody, without a nonce'
    : '`edit_post` for the page; `manage_options` for the site';
}

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
