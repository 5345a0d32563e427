/** Rules about the resources in the discovery document. */

import { type JsonObject, listOf, objectOf, textOf } from '../../../core/json.js';
import {
  CAPABILITY,
  EXTENSION_TYPE,
  RESOURCE_ID,
  RESOURCE_KEYS,
  RESOURCE_TYPES,
} from '../../../site/registry/resource.js';
import { escapePointer } from '../document.js';
import { DISCOVERY_FILE, type RawFinding, type Rule, type Subject } from '../rule.js';

/** A resource of the discovery document with its place. */
interface PlacedResource {
  readonly pointer: string;
  readonly id: string;
  readonly values: JsonObject;
}

/** The resources of `discovery.json`. */
export function resourcesOf({ discovery }: Pick<Subject, 'discovery'>): readonly PlacedResource[] {
  return listOf(discovery['resources']).map((resource, index) => {
    const values = objectOf(resource);
    return { pointer: `/resources/${index}`, id: textOf(values['id']), values };
  });
}

/** A place in `discovery.json`. */
export function inDiscovery(pointer: string): { readonly file: string; readonly pointer: string } {
  return { file: DISCOVERY_FILE, pointer };
}

/** Only resources that the registry would accept are in the document. */
export const resourceIds: Rule = {
  id: 'M5',
  covers: ['T18'],
  level: 'error',
  title: 'Every resource has a valid, unique id and a title',
  *check(subject) {
    const seen = new Set<string>();
    for (const { pointer, id, values } of resourcesOf(subject)) {
      if (!RESOURCE_ID.test(id)) {
        const message = `Expected an id such as "tea-shop", found ${JSON.stringify(values['id'])}.`;
        yield { ...inDiscovery(`${pointer}/id`), code: 'resource-id', message };
      } else if (seen.has(id)) {
        yield {
          ...inDiscovery(`${pointer}/id`),
          code: 'resource-repeated',
          message: `"${id}" is listed twice.`,
        };
      }
      seen.add(id);
      if (textOf(values['title']).trim() !== '') continue;
      yield {
        ...inDiscovery(`${pointer}/title`),
        code: 'resource-title',
        message: `The resource "${id}" has no title.`,
      };
    }
  },
};

/** The provider of a resource is named, without paths of a machine. */
export const resourceProvider: Rule = {
  id: 'M6',
  covers: ['T19'],
  level: 'error',
  title: 'Every resource names its provider, by a package or a relative path',
  *check(subject) {
    for (const { pointer, id, values } of resourcesOf(subject)) {
      const plugin = textOf(objectOf(values['provider'])['plugin']);
      if (plugin !== '' && !/^(?:\/|[A-Za-z]:[\\/]|file:|\.\.)/.test(plugin)) continue;
      const found = plugin === '' ? 'found none' : `found "${plugin}"`;
      const message = `Expected the provider of "${id}" as a package name or a path below the project, ${found}.`;
      yield { ...inDiscovery(`${pointer}/provider`), code: 'resource-provider', message };
    }
  },
};

/** Types are known words, or marked as extensions. */
export const resourceTypes: Rule = {
  id: 'S4',
  level: 'error',
  title: 'The type of a resource is a known word, or has the form `x-vendor-name`',
  *check(subject) {
    for (const { pointer, values } of resourcesOf(subject)) {
      const type = textOf(values['type']);
      if (EXTENSION_TYPE.test(type) || RESOURCE_TYPES.some((known) => known === type)) continue;
      yield {
        ...inDiscovery(`${pointer}/type`),
        code: 'resource-type',
        message: `Expected one of ${RESOURCE_TYPES.join(', ')} or x-vendor-name, found ${JSON.stringify(values['type'])}.`,
      };
    }
  },
};

/** Unknown keys of registrations are not in the document. */
export const resourceKeys: Rule = {
  id: 'T20',
  level: 'warning',
  title: 'A resource has only members of the format; others were dropped with a warning',
  *check(subject) {
    for (const { pointer, id, values } of resourcesOf(subject)) {
      for (const key of Object.keys(values)) {
        if (RESOURCE_KEYS.includes(key) || key.startsWith('x-') || INTERNAL.includes(key)) continue;
        const message = `The resource "${id}" has the unknown member "${key}".`;
        yield { ...inDiscovery(`${pointer}/${escapePointer(key)}`), code: 'resource-key', message };
      }
    }
  },
};

/** Internal members of the registry. */
const INTERNAL = ['public', 'inferred', 'kind', 'uri'];

/** Internal members of the registry are in no document. */
export const internalKeys: Rule = {
  id: 'internal-keys',
  level: 'error',
  title: `Resources and tools show none of ${INTERNAL.join(', ')}`,
  *check(subject) {
    for (const { pointer, values } of resourcesOf(subject)) {
      yield* internalsIn(values, pointer);
      const tools = listOf(values['tools']);
      for (const [index, tool] of tools.entries())
        yield* internalsIn(objectOf(tool), `${pointer}/tools/${index}`);
    }
  },
};

function* internalsIn(values: Readonly<Record<string, unknown>>, pointer: string): Iterable<RawFinding> {
  for (const key of INTERNAL.filter((one) => Object.hasOwn(values, one))) {
    const message = `"${key}" is for the registry alone.`;
    yield { ...inDiscovery(`${pointer}/${key}`), code: 'internal-key', message };
  }
}

/** A capability with its place in the document. */
interface Placed {
  readonly pointer: string;
  readonly value: unknown;
}

function listed(value: unknown, pointer: string): readonly Placed[] {
  return listOf(value).map((item, index) => ({ pointer: `${pointer}/${index}`, value: item }));
}

function everywhere(subject: Subject): readonly Placed[] {
  return [
    ...listed(subject.discovery['capabilities'], '/capabilities'),
    ...resourcesOf(subject).flatMap(({ values, pointer }) =>
      listed(values['capabilities'], `${pointer}/capabilities`),
    ),
  ];
}

/** The signs of a place in a capability: a path, an address, a query, a method. */
const PLACE = /[/?\\\s]|^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b|wp-json/;

/** The top-level capabilities are exactly those of the resources. */
export const capabilityUnion: Rule = {
  id: 'M7',
  covers: ['T4'],
  level: 'error',
  title: '`capabilities` is the union over all resources, in dot notation and without repetition',
  *check(subject) {
    const top = listed(subject.discovery['capabilities'], '/capabilities');
    const declared = new Set(resourcesOf(subject).flatMap(({ values }) => listOf(values['capabilities'])));
    const seen = new Set<unknown>();
    for (const { pointer, value } of top) {
      const shown = JSON.stringify(value);
      if (seen.has(value))
        yield { ...inDiscovery(pointer), code: 'capability-repeated', message: `${shown} is listed twice.` };
      else if (!declared.has(value)) {
        yield {
          ...inDiscovery(pointer),
          code: 'capability-extra',
          message: `No resource has the capability ${shown}.`,
        };
      }
      seen.add(value);
    }
    for (const value of declared) {
      if (seen.has(value)) continue;
      const message = `A resource has the capability ${JSON.stringify(value)}, which isn't in the list.`;
      yield { ...inDiscovery('/capabilities'), code: 'capability-missing', message };
    }
    for (const { pointer, value } of everywhere(subject)) {
      if (typeof value === 'string' && (CAPABILITY.test(value) || PLACE.test(value))) continue;
      yield {
        ...inDiscovery(pointer),
        code: 'capability-form',
        message: `Expected words in dot notation such as "content.posts.read", found ${JSON.stringify(value)}.`,
      };
    }
  },
};

/** Capabilities name what can be done, never where. */
export const capabilityIntent: Rule = {
  id: 'M8',
  covers: ['T5'],
  level: 'error',
  title: 'Capabilities contain no path, address, query or HTTP method; only endpoints do',
  *check(subject) {
    for (const { pointer, value } of everywhere(subject)) {
      if (typeof value !== 'string' || !PLACE.test(value)) continue;
      const message = `A capability names what can be done, never where, but this is ${JSON.stringify(value)}.`;
      const fix = 'Name the intent, such as "content.posts.read"; the address belongs in an endpoint.';
      yield { ...inDiscovery(pointer), code: 'capability-place', message, fix };
    }
  },
};

const NAMESPACES = ['content', 'commerce', 'scheduling', 'auth', 'media', 'forms', 'crm', 'search'];

/** Capabilities begin with a known word. */
export const capabilityNamespace: Rule = {
  id: 'S5',
  level: 'warning',
  title: `Capabilities begin with ${NAMESPACES.join(', ')}, or \`x-vendor-\``,
  *check({ discovery }) {
    for (const { pointer, value } of listed(discovery['capabilities'], '/capabilities')) {
      const [first = ''] = String(value).split('.', 1);
      if (NAMESPACES.includes(first) || /^x-[a-z0-9]+-/.test(first) || !CAPABILITY.test(String(value)))
        continue;
      const message = `Few readers know capabilities that begin with "${first}".`;
      const fix = `Begin with one of ${NAMESPACES.join(', ')}, or with x-<vendor>-.`;
      yield { ...inDiscovery(pointer), code: 'capability-namespace', message, fix };
    }
  },
};
