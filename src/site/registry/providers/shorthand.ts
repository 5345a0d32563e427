import type { JsonObject } from '../../../core/json.js';
import { isObject } from '../../../core/json.js';
import { cleanText, splitList } from '../normalise/text.js';
import type { Adapter } from '../registry.js';

/** The meaning of a short entry of the configuration. */
interface Intent {
  readonly title: string;
  readonly capability: string;
  readonly methods: readonly string[];
  /** Methods that such an endpoint never has. */
  readonly never: readonly string[];
}

const INTENTS: Readonly<Record<string, Intent>> = {
  search: { title: 'Search', capability: 'search.query', methods: ['GET'], never: [] },
  // A form is sent; its address has nothing to read.
  forms: {
    title: 'Contact form',
    capability: 'forms.contact.submit',
    methods: ['POST'],
    never: ['GET', 'HEAD'],
  },
  commerce: { title: 'Shop', capability: 'commerce.products.read', methods: ['GET'], never: [] },
  scheduling: { title: 'Booking', capability: 'scheduling.bookings.create', methods: ['POST'], never: [] },
};

/**
 * Completes a short entry: one of a known kind that has endpoints and no id gets the kind as id, a title and
 * the usual capability of the kind. Anything else is returned unchanged.
 * @param definition an entry of `resources` in the configuration
 */
export function completed(definition: JsonObject): JsonObject {
  const { type } = definition;
  const intent = typeof type === 'string' && Object.hasOwn(INTENTS, type) ? INTENTS[type] : undefined;
  if (intent === undefined || definition['id'] !== undefined || definition['endpoints'] === undefined) {
    return definition;
  }
  return {
    id: type,
    title: intent.title,
    capabilities: [intent.capability],
    ...definition,
    endpoints: endpointList(definition['endpoints']).map((one) => endpointOf(one, intent)),
  };
}

/** The kinds that a site has declared, for the overview. */
export function intentAdapters(types: ReadonlySet<string>): readonly Adapter[] {
  return Object.entries(INTENTS).map(([id, { title }]) => ({ id, title, available: types.has(id) }));
}

function endpointList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function endpointOf(value: unknown, { methods, never }: Intent): JsonObject {
  const endpoint: JsonObject = isObject(value) ? value : { url: value };
  const given = splitList(endpoint['methods']).filter((one) => !never.includes(cleanText(one).toUpperCase()));
  return { ...endpoint, methods: given.length > 0 ? given : methods };
}
