import { listOf, objectOf, textOf } from '../../../core/json.js';
import { API_TYPES, AUTH_SCHEMES } from '../../../site/registry/resource.js';
import type { Rule } from '../rule.js';
import type { Subject } from '../subject.js';
import { inDiscovery, resourcesOf } from './resources.js';

/** The expected rows of `apis`, each in one comparable line. */
function expectedRows(subject: Subject): readonly { readonly pointer: string; readonly row: string }[] {
  return resourcesOf(subject).flatMap(({ pointer, id, values }) =>
    listOf(values['endpoints']).flatMap((item, index) => {
      const endpoint = objectOf(item);
      const type = textOf(endpoint['type']);
      if (!API_TYPES.some((known) => known === type)) return [];
      const token = textOf(endpoint['auth']) || textOf(objectOf(values['auth'])['type']) || 'none';
      const scheme = AUTH_SCHEMES.some((known) => known === token) ? token : 'custom';
      const row = rowOf(id, type, textOf(endpoint['url']), scheme);
      return [{ pointer: `${pointer}/endpoints/${index}`, row }];
    }),
  );
}

function rowOf(id: string, type: string, base: string, auth: string): string {
  return `${type} ${base} of "${id}" with sign-in "${auth}"`;
}

/** Each endpoint that is an API has one row in `apis`. */
export const apiPerEndpoint: Rule = {
  id: 'M11',
  covers: ['T6'],
  level: 'error',
  title: '`apis` has one entry per endpoint that is an API; the sign-in of the endpoint wins',
  *check(subject) {
    const rows = listOf(subject.discovery['apis']).map((item) => {
      const { id, type, base, auth } = objectOf(item);
      return rowOf(textOf(id), textOf(type), textOf(base), textOf(objectOf(auth)['type']));
    });
    const expected = expectedRows(subject);
    const open = expected.map(({ row }) => row);
    for (const [index, row] of rows.entries()) {
      const place = open.indexOf(row);
      if (place !== -1) open.splice(place, 1);
      else
        yield {
          ...inDiscovery(`/apis/${index}`),
          code: 'api-extra',
          message: `There is no endpoint for ${row}.`,
        };
    }
    for (const row of open) {
      const pointer = expected.find((one) => one.row === row)?.pointer ?? '/apis';
      yield { ...inDiscovery(pointer), code: 'api-missing', message: `\`apis\` lacks ${row}.` };
    }
  },
};

/** `apis` lists APIs, not servers of protocols that have their own documents. */
export const apiTypes: Rule = {
  id: 'T7',
  level: 'error',
  title: `\`apis[].type\` is one of ${API_TYPES.join(', ')}`,
  *check({ discovery }) {
    for (const [index, item] of listOf(discovery['apis']).entries()) {
      const { type } = objectOf(item);
      if (API_TYPES.some((known) => known === type)) continue;
      const message = `Expected one of ${API_TYPES.join(', ')}, found ${JSON.stringify(type)}.`;
      yield { ...inDiscovery(`/apis/${index}/type`), code: 'api-type', message };
    }
  },
};
