import { expect, it } from 'vitest';
import { productNode } from '../../../../src/documents/schema-org/graph.js';
import type { Entry } from '../../../../src/site/site.js';

const nodeWith = (attributes: readonly { name: string; values: readonly string[] }[]) =>
  productNode({
    ...{ title: 'Mug', url: 'https://tea.example/mug/', description: '', excerpt: '', categories: [] },
    product: { images: [], attributes },
  } as unknown as Entry);

it('states an attribute of one value by the property of schema.org, and no choice of values', () => {
  const node = nodeWith([
    { name: 'Colour', values: ['Sea green'] },
    { name: 'Size', values: ['S', 'M'] },
    { name: 'Glaze', values: ['Matt'] },
  ]);
  expect(node).toMatchObject({ color: 'Sea green' });
  expect(node).not.toHaveProperty('size');
  expect(node?.['additionalProperty']).toHaveLength(3);
});

it('takes no property from a name that every object has', () => {
  expect(nodeWith([{ name: 'constructor', values: ['Loft'] }])).not.toHaveProperty('Loft');
  expect(() => nodeWith([{ name: '__proto__', values: ['x'] }])).not.toThrow();
});
