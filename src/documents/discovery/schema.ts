import {
  API_TYPES,
  AUTH_SCHEMES,
  CAPABILITY,
  ENDPOINT_TYPES,
  EXTENSION_TYPE,
  RESOURCE_ID,
  RESOURCE_TYPES,
} from '../../site/registry/resource.js';

/** The members of a document of format 1.0, in wire order (spec section 2.1). */
export const DISCOVERY_KEYS: readonly string[] = [
  '$schema',
  'spec_version',
  'site',
  'identity',
  'documents',
  'well_known',
  'apis',
  'agents',
  'resources',
  'capabilities',
  'trust',
];

/** Where a site serves the schema; readers recognise the format by this ending (spec section 9). */
export const SCHEMA_PATH = '/schemas/discovery/1.0/discovery.schema.json';

/** A JSON Schema. */
type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string' };
const url: Schema = { type: 'string', format: 'uri' };
const filled: Schema = { type: 'string', minLength: 1 };

const listOf = (items: Schema): Schema => ({ type: 'array', items });
const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

/** An object that allows unknown members (spec section 2.1: must-ignore-unknown). */
const open = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => ({
  type: 'object',
  required,
  properties,
});

const allOf = (properties: Readonly<Record<string, Schema>>): Schema =>
  open(properties, Object.keys(properties));

const site = allOf({ name: text, url, description: text, lang: text, logo: text });

const identity = open(
  {
    type: { enum: ['person', 'organization'] },
    name: text,
    role: text,
    about: text,
    url,
    same_as: listOf(text),
    contacts: listOf(allOf({ type: text, value: text })),
    not_description: text,
    audience: text,
  },
  ['type', 'name', 'role', 'about', 'url', 'same_as', 'contacts'],
);

const documents: Schema = {
  type: 'object',
  description: 'Name of a document: its address.',
  additionalProperties: { type: 'string', pattern: '^https?://' },
};

const wellKnownEntry = open(
  { name: filled, url, source: { enum: ['file', 'managed', 'generated'] }, spec: filled },
  ['name', 'url', 'source'],
);

const apiEntry = allOf({
  id: ref('resourceId'),
  type: { enum: API_TYPES },
  base: url,
  schema: text,
  auth: allOf({ type: ref('authScheme'), docs: text }),
});

const skill = open({ id: text, description: text }, ['id']);

const agentCard = open(
  { name: text, description: text, skills: listOf(ref('skill')), endpoint: text, auth: text },
  ['name'],
);

const agentEntry = open(
  {
    name: text,
    description: text,
    skills: listOf(ref('skill')),
    endpoint: text,
    auth: text,
    id: ref('resourceId'),
    card: url,
  },
  ['name', 'endpoint', 'id', 'card'],
);

const endpoint = open(
  { url: text, type: { enum: ENDPOINT_TYPES }, methods: listOf(text), auth: text, description: text },
  ['url', 'type'],
);

const auth = open({ type: ref('authScheme'), oidc: text, scopes: listOf(text), docs: text }, ['type']);

const tool = open(
  {
    name: { type: 'string', pattern: '^[^/\\s]+(/[^/\\s]+)?$' },
    title: text,
    description: text,
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object' },
    annotations: { type: 'object', additionalProperties: { type: 'boolean' } },
    auth: text,
  },
  ['name'],
);

const resource = open(
  {
    id: ref('resourceId'),
    title: text,
    type: ref('resourceType'),
    description: text,
    version: text,
    capabilities: listOf(ref('capability')),
    abilities: listOf(text),
    tools: listOf(ref('tool')),
    endpoints: listOf(ref('endpoint')),
    schemas: listOf(text),
    auth: ref('auth'),
    well_known: listOf({ type: 'object' }),
    agent: ref('agentCard'),
    docs: text,
    provider: open({ plugin: text }, ['plugin']),
  },
  ['id', 'title', 'type'],
);

/**
 * JSON Schema of the discovery document: closed at the top except for `x-` keys, open below.
 * `schemas/discovery.schema.json` holds the same.
 */
export const discoverySchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'discovery.schema.json',
  title: 'Discovery document',
  description: 'What a site offers to agents, wire format 1.0.',
  type: 'object',
  additionalProperties: false,
  patternProperties: { '^x-': true },
  required: DISCOVERY_KEYS,
  properties: {
    $schema: url,
    spec_version: { const: '1.0' },
    site,
    identity,
    documents,
    well_known: listOf(wellKnownEntry),
    apis: listOf(apiEntry),
    agents: listOf(agentEntry),
    resources: listOf(ref('resource')),
    capabilities: { type: 'array', items: ref('capability'), uniqueItems: true },
    trust: open({
      signed: { type: 'boolean' },
      signature_alg: filled,
      jwks_uri: url,
      security_txt: text,
      policy: text,
    }),
  },
  $defs: {
    resourceId: { type: 'string', pattern: RESOURCE_ID.source },
    resourceType: { anyOf: [{ enum: RESOURCE_TYPES }, { type: 'string', pattern: EXTENSION_TYPE.source }] },
    capability: { type: 'string', pattern: CAPABILITY.source },
    authScheme: { enum: AUTH_SCHEMES },
    skill,
    agentCard,
    endpoint,
    auth,
    tool,
    resource,
  },
};
