import type { Param } from './params.js';
import type { AdminRoute } from './route.js';
import { adminRoutes } from './table.js';

/** Returns the whole of `docs/admin-api.md`, generated from the table of routes. */
export function adminApiReference(): string {
  return `# Admin API

<!-- Generated from the rows of src/sidecar/server/admin/table.ts by npm run docs; changes made here are lost. -->

Programs manage a sidecar through the admin API: its settings, checks, visit log, connections and citation checks. This page
lists its routes. Addresses are below \`{base_url}/{rest_prefix}/svc/v1\`, such as \`https://example.org/api/svc/v1\`.

## Sign in

Sign in with an [account](accounts.md). The response has a nonce, and a cookie for the session:

\`\`\`console
$ curl -s -c cookies https://example.org/svc/login -H 'Content-Type: application/json' \\
    -d '{"username": "mara", "password": "correct horse battery"}'
{"user":{"name":"mara","role":"administrator"},"nonce":"IR4RAms7umBBPWVSkvFCHz"}
\`\`\`

Send both with every request. A cookie without a nonce counts as signed out:

\`\`\`sh
curl -b cookies -H 'X-Platform-Nonce: IR4RAms7umBBPWVSkvFCHz' https://example.org/api/svc/v1/score
\`\`\`

A nonce lasts between 12 and 24 hours. \`GET /nonce\` returns a new nonce, and needs only the cookie.

## Requests and errors

Send parameters as JSON, as a form or in the query. If a parameter occurs in several of these, the first in this order counts.
A route requires the permission \`manage_options\`, unless it names another.

An error is \`{code, message, data: {status}}\` ([schema](../schemas/admin-problem.schema.json)). The checks always have the same
order: the route exists (404), sign-in (401), permission (403), parameters (400), and then what the parameters name (404).

## Other routes

- \`/oauth/register\`, \`/oauth/token\` and \`/oauth/revoke\` are for assistants, without a session: see [oauth.md](oauth.md).
- \`GET /discovery\` returns the [discovery document](documents/discovery.md), without sign-in and for every origin.
- \`POST /ai-hit\` counts visits from AI assistants in CDN mode. It's open to everyone and always responds with 204
  ([AI referrals](ai-referrals.md)).

${adminRoutes.map(section).join('\n')}`;
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
