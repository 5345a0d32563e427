import fc from 'fast-check';
import { Hooks } from '../../../src/config/hooks/hooks.js';
import type { FilterFunction, FilterName } from '../../../src/config/hooks/names.js';
import { bodyText, type DocumentContext } from '../../../src/documents/document-row.js';
import { renderDocument } from '../../../src/documents/render.js';
import { schemaErrors } from '../../../src/quality/validate/ajv.js';
import type { Notice } from '../../../src/site/registry/notice.js';
import {
  NOTHING_PUBLISHED,
  type PublishedRegistry,
  type WellKnownClaim,
} from '../../../src/site/registry/registry.js';
import {
  AUTH_SCHEMES,
  CAPABILITY,
  ENDPOINT_TYPES,
  type Endpoint,
  EXTENSION_TYPE,
  RESOURCE_TYPES,
  type Resource,
} from '../../../src/site/registry/resource.js';
import { documentRow } from './context.js';
import { hostileText } from './hostile.js';

/** An endpoint that says nothing but its address. */
export function toEndpoint(patch: Partial<Endpoint> & { readonly url: string }): Endpoint {
  return { type: 'rest', methods: [], auth: '', description: '', ...patch };
}

/** A resource in a few words. */
export function toResource(patch: Partial<Resource> & { readonly id: string }): Resource {
  const { id, agent, ...rest } = patch;
  return {
    id,
    title: id,
    type: 'content',
    description: '',
    version: '',
    capabilities: [],
    abilities: [],
    tools: [],
    endpoints: [],
    schemas: [],
    auth: { type: 'none', oidc: '', scopes: [], docs: '' },
    well_known: [],
    docs: '',
    provider: { plugin: 'config' },
    ...rest,
    ...(agent === undefined ? {} : { agent }),
  };
}

/** A registry of some resources. */
export function publishing(
  ...resources: readonly (Partial<Resource> & { readonly id: string })[]
): PublishedRegistry {
  return { ...NOTHING_PUBLISHED, resources: resources.map(toResource) };
}

/** A provider's claim of a well-known name. */
export function claim(name: string, origin = 'tea-plugin'): WellKnownClaim {
  return { name, contentType: 'text/plain', source: { kind: 'callback', body: () => 'x' }, origin };
}

/** A document after its filters, with what was noted about them. */
export async function refined<N extends FilterName>(
  id: string,
  ctx: DocumentContext,
  ...filters: readonly (readonly [N, FilterFunction<N>])[]
): Promise<{ readonly text: string; readonly notices: readonly Notice[] }> {
  const hooks = new Hooks();
  for (const [name, fn] of filters) hooks.filter(name, fn);
  const notices: Notice[] = [];
  const body = await renderDocument(
    documentRow(id),
    ctx,
    { path: documentRow(id).path, params: undefined },
    {
      apply: (name, value, ...args) => hooks.apply(name, value, ...args),
      note: (notice) => notices.push(notice),
      check: schemaErrors,
    },
  );
  return { text: bodyText(body), notices };
}

const slug = fc.stringMatching(/^[a-z0-9]{1,6}(-[a-z0-9]{1,6}){0,2}$/);
const address = fc.webUrl({ withQueryParameters: true });
const urlOrNothing = fc.oneof(fc.constant(''), address);

const endpoint: fc.Arbitrary<Endpoint> = fc.record({
  url: address,
  type: fc.constantFrom(...ENDPOINT_TYPES),
  methods: fc.subarray(['GET', 'POST', 'DELETE']),
  auth: fc.oneof(fc.constantFrom('', 'platform', ...AUTH_SCHEMES), hostileText),
  description: hostileText,
});

const tool = fc.record({
  name: fc.stringMatching(/^[a-z0-9][a-z0-9_.-]{0,5}(\/[a-z0-9]{1,4})?$/),
  title: hostileText,
  description: hostileText,
  inputSchema: fc.dictionary(hostileText, fc.jsonValue({ maxDepth: 2 })),
  outputSchema: fc.constant({}),
  annotations: fc.dictionary(fc.constantFrom('readOnlyHint', 'destructiveHint'), fc.boolean()),
  auth: hostileText,
});

const agent = fc.record({
  name: hostileText,
  description: hostileText,
  skills: fc.array(fc.record({ id: fc.stringMatching(/^[a-z0-9_-]{1,8}$/), description: hostileText }), {
    maxLength: 3,
  }),
  endpoint: urlOrNothing,
  auth: hostileText,
});

const resource: fc.Arbitrary<Resource> = fc
  .record({
    id: slug,
    title: hostileText,
    type: fc.oneof(fc.constantFrom(...RESOURCE_TYPES), fc.stringMatching(EXTENSION_TYPE)),
    description: hostileText,
    version: hostileText,
    capabilities: fc.uniqueArray(
      fc.oneof(fc.constantFrom('content.posts.read', 'forms.submit'), fc.stringMatching(CAPABILITY)),
      { maxLength: 4 },
    ),
    abilities: fc.array(hostileText, { maxLength: 2 }),
    tools: fc.array(tool, { maxLength: 2 }),
    endpoints: fc.array(endpoint, { maxLength: 4 }),
    schemas: fc.array(address, { maxLength: 2 }),
    auth: fc.record({
      type: fc.constantFrom(...AUTH_SCHEMES),
      oidc: urlOrNothing,
      scopes: fc.array(hostileText, { maxLength: 2 }),
      docs: urlOrNothing,
    }),
    well_known: fc.constant([]),
    agent: fc.option(agent, { nil: undefined }),
    docs: urlOrNothing,
    provider: fc.record({ plugin: hostileText }),
  })
  .map(({ agent: fragment, ...rest }) => toResource({ ...rest, ...(fragment && { agent: fragment }) }));

/** Any registry that the publication gate could let through, its texts hostile. */
export const anyPublished: fc.Arbitrary<PublishedRegistry> = fc.record({
  resources: fc.uniqueArray(resource, { selector: ({ id }) => id, maxLength: 4 }),
  tools: fc.array(tool, { maxLength: 2 }),
  skills: fc.constant([]),
  servers: fc.constant([]),
  hidden: fc.constant(NOTHING_PUBLISHED.hidden),
  claims: fc.uniqueArray(
    fc.stringMatching(/^[a-z][a-z0-9._-]{0,8}$/).map((name) => claim(name)),
    { selector: ({ name }) => name, maxLength: 3 },
  ),
});
