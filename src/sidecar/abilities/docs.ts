import { type Ability, abilityName, type JsonSchema, wireName } from './ability.js';
import { abilities } from './table.js';

/** The whole of `docs/abilities.md`, made from the table of abilities. */
export function abilitiesReference(all: readonly Ability[] = abilities): string {
  const of = (tier: Ability['tier']) => all.filter((ability) => ability.tier === tier);
  return `# Abilities

<!-- Generated from the rows of src/sidecar/abilities/table.ts by npm run docs; changes made here are lost. -->

This page lists every ability: an action of the site that a person or an assistant can run, such as reading a page or
fixing a description. You can run it in two ways:

- as a tool of the [MCP server](mcp-server.md), by assistants that an administrator has connected;
- at \`/{rest_prefix}/wp-abilities/v1\`, for users who are signed in at the sidecar.

${of('read').length} abilities read and change nothing. They always exist. ${of('write').length} write; they exist only while both \`enable_mcp_server\` and
\`enable_agent_writes\` are on. Otherwise no list and no document contains them, and a call by name is refused.

| Who may | Meaning |
| --- | --- |
| \`manage\` | administrators (\`manage_options\`) |
| \`edit\` | users who may edit the page that \`post_id\` names (\`edit_post\`) |
| \`upload\` | users who may upload files (\`upload_files\`) |
| own rule | depends on the input, see the description |
| everyone | public documents |

An ability runs as the account behind the session or the token, and can do nothing that this account can't. Two checks
refuse a read-only token before an ability that writes reads its input.

Content that isn't public can be read only by those who may edit it: with a session whose account may edit the page, or
with a token that may write while \`enable_agent_writes\` is on. With any other token, abilities use only public pages,
without media and terms that only other pages have. A call about any other page is refused, and \`svc/read-content\` returns
the text that visitors get, without parts for some readers.

## Abilities that read

${table(of('read'))}

## Abilities that write

${table(of('write'))}

\`svc/update-content\` is marked as destructive: a replaced body can't be restored if the source keeps no
revisions.

## Documents

These are resources of the MCP server. Anyone may run them over REST, since the documents are public.

${documents(of('document'))}

${REST}
${PLUGINS}
${RECORD}
## Input

${all
  .filter(({ tier }) => tier !== 'document')
  .map(section)
  .join('\n')}`;
}

function table(list: readonly Ability[]): string {
  const rows = list.map(
    (ability) => `| \`${abilityName(ability)}\` | ${firstSentence(ability.description)} | ${who(ability)} |`,
  );
  return ['| Ability | What it does | Who may |', '| --- | --- | --- |', ...rows].join('\n');
}

function documents(list: readonly Ability[]): string {
  const rows = list.map(({ resource, ...ability }) => {
    return `| \`${abilityName(ability)}\` | \`${resource?.path ?? ''}\` | \`${resource?.mimeType ?? ''}\` |`;
  });
  return ['| Ability | Document | Type |', '| --- | --- | --- |', ...rows].join('\n');
}

function who({ permission = 'manage' }: Ability): string {
  if (typeof permission === 'function') return 'own rule';
  return permission === 'anybody' ? 'everyone' : `\`${permission}\``;
}

function firstSentence(text: string): string {
  return inCell(/^.*?[.](?=\s|$)/.exec(text)?.[0] ?? text);
}

function section(ability: Ability): string {
  const properties = Object.entries(
    (ability.input['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>,
  );
  const required = (ability.input['required'] ?? []) as readonly string[];
  const rows = properties.map(
    ([name, schema]) =>
      `| \`${name}\` | ${kindOf(schema, required.includes(name))} | ${inCell(String(schema['description'] ?? ''))} |`,
  );
  const input =
    rows.length === 0
      ? 'No input.'
      : ['| Member | Kind | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
  return `### ${abilityName(ability)}

${ability.description} Tool: \`${wireName(ability)}\`.

${input}
`;
}

function kindOf(schema: JsonSchema, isRequired: boolean): string {
  const { default: fallback, enum: words } = schema;
  const facts = [
    typeOf(schema),
    ...(Array.isArray(words) ? [words.map((word) => `\`${String(word)}\``).join(', ')] : []),
    ...(isRequired ? ['required'] : []),
    ...(fallback === undefined ? [] : [`default \`${JSON.stringify(fallback)}\``]),
  ];
  return facts.join('; ');
}

function typeOf(schema: JsonSchema): string {
  const { type, items, anyOf, oneOf } = schema;
  const alternatives = [anyOf, oneOf].find(Array.isArray) as readonly JsonSchema[] | undefined;
  if (alternatives !== undefined) return alternatives.map(typeOf).join(' or ');
  if (type === 'array') return `list of ${typeOf((items ?? {}) as JsonSchema)}`;
  if (Array.isArray(type)) return type.join(' or ');
  return typeof type === 'string' ? type : 'anything';
}

/** A bar would end the cell. */
function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

const REST = `## REST

Addresses are below \`{base_url}/{rest_prefix}/wp-abilities/v1\`, such as \`https://example.org/api/wp-abilities/v1/abilities\`.
Send the session cookie and the nonce of the [admin API](admin-api.md#sign-in). Tokens of assistants aren't accepted here.

| Request | Answer |
| --- | --- |
| \`GET /abilities\` | every ability that exists: \`page\`, \`per_page\` (1–100), \`namespace\`, \`category\`, \`meta[annotations][readonly]\`, \`context\` (\`view\`, \`edit\`, \`embed\`); \`X-Platform-Total\`, \`X-Platform-TotalPages\`, \`Link\` |
| \`GET /abilities/{name}\` | one of them |
| \`GET\` or \`POST /abilities/{name}/run\` | the bare output: reading is \`GET\`, writing is \`POST\` |
| \`GET /categories\`, \`GET /categories/{slug}\` | the one category, \`svc\` |

The input of a \`GET\` is in the query, in brackets or as one JSON text; that of a \`POST\` is \`input\` in the body:

\`\`\`text
GET  …/abilities/svc/read-content/run?input[post_id]=12
GET  …/abilities/svc/read-request-log/run?input[agent][]=GPTBot&input[per_page]=5
POST …/abilities/svc/write-topics/run    {"input": {"post_id": 12, "topics": ["rope"]}}
\`\`\`

The first check that refuses a request determines the response: 404 \`rest_ability_not_found\`, 405
\`rest_ability_invalid_method\`, 400 \`ability_invalid_input\` with the first thing that is wrong, 401 or 403
\`rest_ability_cannot_execute\`, and then the error of the ability itself, with its own code.
`;

const PLUGINS = `## Abilities of plugins

A [plugin](plugins.md) adds its own with \`svc.ability\`. They appear in both places, pass the same checks, and are left
out with a notice if something about them is wrong:

\`\`\`js
export function register(svc) {
  svc.ability({
    name: 'harbour/high-tide',
    label: 'Next high tide',
    description: 'Returns when the water is highest today, in local time.',
    readonly: true,
    permission: 'manage',
    input: { type: 'object', properties: { day: { type: 'string', format: 'date' } }, default: {} },
    output: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'], additionalProperties: false },
    run: async ({ day }) => ({ at: await nextHighTide(day) }),
  });
}
\`\`\`

Without \`readonly: true\` an ability counts as one that writes. \`permission\` is \`manage\` unless it says otherwise; a
function \`(input, {actor}) => boolean\` decides by itself. The filter \`svc_mcp_server_abilities\` takes tools away from the
MCP server, \`svc_mcp_server_resources\` documents; neither adds any.
`;

const RECORD = `## Who used what

Every run and every refusal is written down: which ability, which account, through which connection, how often, when
first and last. Neither addresses nor user agents nor anything that was sent. \`GET /agent-access\` of the
[admin API](admin-api.md) shows it; rows go after 90 days without use, and at 5,000. \`agent_access_events\` switches it
off.
`;
