import { fileURLToPath } from 'node:url';
import type { Nodes } from 'hast';
import { describe, expect, it } from 'vitest';
import { needs, sharedData } from '../../../../support/needs.js';
import { abilitySite } from '../../../../support/sidecar/abilities/ability-site.js';

const path = (below: string) => fileURLToPath(new URL(`../../../../../${below}`, import.meta.url));

const SOURCES = [
  'fixtures/files/plain',
  'fixtures/files/eleventy',
  'fixtures/files/astro',
  'fixtures/files/jekyll',
  'fixtures/ghost/tideline.json',
  'fixtures/html/docs',
  '../shared/data/jekyll-docs',
];

interface Content {
  readonly images: readonly { readonly alt: string; readonly needs: string }[];
}

function altsOf(node: Nodes): readonly string[] {
  const own =
    node.type === 'element' && node.tagName === 'img' ? [String(node.properties['alt'] ?? '(none)')] : [];
  return 'children' in node ? [...own, ...node.children.flatMap(altsOf)] : own;
}

describe.each(SOURCES)('the images of %s', (source) => {
  it('are found as they are rendered', { ...needs(sharedData(path(source))), timeout: 120_000 }, async () => {
    const site = await abilitySite({ files: {}, config: { source: path(source) } });
    const documents = await site.services.site.documents();
    for (const { id, type, key } of site.content.store.entries()) {
      if (type !== 'post' && type !== 'page') continue;
      const rendered = await site.content.previews.render(id, documents);
      const { images } = await site.read<Content>('read-content', { post_id: id });
      const found = images.map(({ alt, needs }) => (needs === 'no-alt' ? '(none)' : alt));
      expect(found, key).toEqual(rendered && altsOf(rendered.tree));
    }
  });
});
