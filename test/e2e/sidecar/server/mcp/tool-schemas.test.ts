import { beforeAll, describe, expect, it } from 'vitest';
import { AdminClient } from '../../../../support/sidecar/server/admin/client.js';
import { Connection, oauthToken, type ToolEntry } from '../../../../support/sidecar/server/mcp/connection.js';
import { HARBOUR, serveSite } from '../../../../support/sidecar/server/serving.js';

type Node = Readonly<Record<string, unknown>>;

/** Words that the schema language of every vendor has for a function's parameters. */
const WORDS = new Set([
  ...[
    'type',
    'description',
    'title',
    'properties',
    'required',
    'items',
    'enum',
    'default',
    'format',
    'nullable',
  ],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'minItems', 'maxItems'],
  // Taken or left out by all of them.
  'additionalProperties',
]);
const FORMATS = new Set(['date-time', 'int32', 'int64', 'float', 'double']);
/** Levels of objects, tools and characters of a description that the strictest vendor takes. */
const [MAX_DEPTH, MAX_TOOLS, MAX_DESCRIPTION] = [5, 128, 1024];

let tools: readonly ToolEntry[];

beforeAll(async () => {
  const settings = { enable_mcp_server: true, enable_agent_writes: true, agent_writes_publish: true };
  const site = await serveSite({ files: HARBOUR, settings });
  await new AdminClient(site).as('ada', 'administrator');
  tools = await new Connection(site, await oauthToken(site, 'ada', 'write')).tools();
}, 60_000);

/** What a schema has that some vendor refuses, with its place. */
function problemsOf(node: Node, place: string, depth = 0): readonly string[] {
  const { type, properties = {}, items, enum: words, format, required = [] } = node;
  const unknown = Object.keys(node).filter((word) => !WORDS.has(word));
  const found = unknown.map((word) => `${place}: ${word}`);
  if (typeof type !== 'string') found.push(`${place}: type ${JSON.stringify(type)}`);
  if (type === 'array' && items === undefined) found.push(`${place}: no items`);
  if (
    words !== undefined &&
    (type !== 'string' || !(words as unknown[]).every((one) => typeof one === 'string'))
  )
    found.push(`${place}: enum that is no text`);
  if (format !== undefined && !FORMATS.has(String(format))) found.push(`${place}: format ${String(format)}`);
  if (depth > MAX_DEPTH) found.push(`${place}: too deep`);
  const names = Object.keys(properties as Node);
  for (const name of names)
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name)) found.push(`${place}: name ${name}`);
  for (const name of required as string[])
    if (!names.includes(name)) found.push(`${place}: ${name} is required and not there`);
  const parts = Object.entries(properties as Readonly<Record<string, Node>>);
  return [
    ...found,
    ...parts.flatMap(([name, part]) => problemsOf(part, `${place}.${name}`, depth + 1)),
    ...(items === undefined ? [] : problemsOf(items as Node, `${place}[]`, depth + 1)),
  ];
}

describe('the tools', () => {
  it('are few enough, and have names and descriptions that every vendor takes', () => {
    expect(tools.length).toBeGreaterThan(20);
    expect(tools.length).toBeLessThanOrEqual(MAX_TOOLS);
    for (const { name, description } of tools) {
      expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,59}$/);
      expect([name, description.length <= MAX_DESCRIPTION]).toEqual([name, true]);
    }
  });

  it('take input that the schema language of every vendor can say', () => {
    const found = tools.flatMap(({ name, inputSchema }) => problemsOf(inputSchema, name));
    expect(found).toEqual([]);
    for (const { inputSchema } of tools) expect(inputSchema['type']).toBe('object');
  });
});

describe('the measure', () => {
  it.each([
    [{ type: ['string', 'null'] }],
    [{ anyOf: [{ type: 'string' }] }],
    [{ type: 'string', format: 'uri' }],
    [{ type: 'integer', enum: [1, 2] }],
    [{ type: 'array' }],
    [{ $ref: '#/x' }],
    [{ type: 'array', items: { type: ['string', 'integer'] } }],
    [{ type: 'object', properties: { 'a b': { type: 'string' } } }],
  ])('sees %j', (part) => {
    expect(problemsOf({ type: 'object', properties: { part } }, 'x')).not.toEqual([]);
  });
});
