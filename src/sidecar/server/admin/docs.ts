import type { Param } from './params.js';
import type { AdminRoute } from './route.js';
import { adminRoutes } from './table.js';

/**
 * Returns the whole of `docs/admin-api.md`, generated from the table of routes.
 * @param routes all of them by default
 */
export function adminApiReference(routes: readonly AdminRoute[] = adminRoutes): string {
  return `# Admin API

<!-- Generated from the rows of src/sidecar/server/admin/table.ts by npm run docs; changes made here are lost. -->

This page lists every route of the admin API. Addresses are below \`{base_url}/{rest_prefix}/svc/v1\`. Sign in at \`/svc/login\` (or \`POST\` the JSON
\`{"username": …, "password": …}\` there), fetch a nonce from \`/nonce\` with the session's cookie, and send it in
\`X-Platform-Nonce\` with every request. A cookie without a nonce counts as signed out. Parameters may be sent as JSON, as a form or
in the query, with precedence in this order. Errors are \`{code, message, data: {status}}\`
([schema](../schemas/admin-problem.schema.json)); the checks always run in the same order: authentication
(401), permission (403), parameters (400), existence (404).

The routes that assistants use without a session, \`/oauth/register\`, \`/oauth/token\` and \`/oauth/revoke\`, are in [oauth.md](oauth.md).
\`POST /ai-hit\` receives the reports of pages in CDN mode. It is open to everyone and always responds with 204
([AI referrals](ai-referrals.md)).

${routes.map(section).join('\n')}`;
}

function section({ methods, path, summary, guard, params = {}, schema }: AdminRoute): string {
  const names = Object.entries(params);
  return `## ${methods.join(', ')} ${path}

${summary}

- Permission: ${guardText(guard)}
- Response: [\`${schema}\`](../schemas/${schema})
${names.length === 0 ? '' : `\n| Parameter | Type | Meaning |\n| --- | --- | --- |\n${names.map(row).join('')}`}`;
}

function guardText(guard: AdminRoute['guard']): string {
  if (guard === 'admin') return '`manage_options`';
  return guard === 'public'
    ? 'everyone, without a nonce'
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
