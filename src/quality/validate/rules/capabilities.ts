import { listOf } from '../../../core/json.js';
import { CAPABILITY } from '../../../site/registry/resource.js';
import type { Rule } from '../rule.js';
import type { Subject } from '../subject.js';
import { inDiscovery, resourcesOf } from './resources.js';

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
      yield {
        ...inDiscovery(pointer),
        code: 'capability-place',
        message: `A capability names what can be done, never where, but this is ${JSON.stringify(value)}.`,
        fix: 'Name the intent, such as "content.posts.read"; the address belongs in an endpoint.',
      };
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
      yield {
        ...inDiscovery(pointer),
        code: 'capability-namespace',
        message: `Few readers know capabilities that begin with "${first}".`,
        fix: `Begin with one of ${NAMESPACES.join(', ')}, or with x-<vendor>-.`,
      };
    }
  },
};
