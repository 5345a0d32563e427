import { objectOf, textOf } from '../../../core/json.js';
import {
  EXTENSION_TYPE,
  RESOURCE_ID,
  RESOURCE_KEYS,
  RESOURCE_TYPES,
} from '../../../site/registry/resource.js';
import type { RawFinding, Rule } from '../rule.js';
import { escapePointer } from '../values.js';
import { inDiscovery, resourcesOf } from './resources.js';

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
      const tools = Array.isArray(values['tools']) ? values['tools'] : [];
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
