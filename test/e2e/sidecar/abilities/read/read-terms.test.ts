import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { abilitySite } from '../../../../support/sidecar/abilities/ability-site.js';
import { LIGHTHOUSE } from '../../../../support/sidecar/abilities/read/lighthouse.js';

interface Terms {
  readonly taxonomies: readonly {
    readonly field: string;
    readonly total: number;
    readonly canCreate: boolean;
    readonly hierarchical: boolean;
    readonly terms: readonly {
      readonly id: number;
      readonly slug: string;
      readonly count: number;
      readonly parent: number;
    }[];
  }[];
  readonly notSettable: readonly { readonly taxonomy: string; readonly label: string }[];
}

const part = (number: number) =>
  fileURLToPath(new URL(`../../../../../fixtures/wxr/workshop-part-${number}.xml`, import.meta.url));

describe('read-terms', () => {
  it('tells the terms of public pages, the most used first', async () => {
    const site = await abilitySite({ files: LIGHTHOUSE });
    const { taxonomies, notSettable } = await site.read<Terms>('read-terms');
    expect(
      taxonomies.map(({ field, total, canCreate, hierarchical }) => [field, total, canCreate, hierarchical]),
    ).toEqual([
      ['categories', 2, true, true],
      ['tags', 3, true, false],
    ]);
    expect(taxonomies[0]?.terms.map(({ slug, count }) => [slug, count])).toEqual([
      ['lamp-care', 2],
      ['signals', 1],
    ]);
    expect(taxonomies[1]?.terms.map(({ slug, count }) => [slug, count])).toEqual([
      ['brass', 2],
      ['fog', 1],
      ['wick', 1],
    ]);
    expect(notSettable).toEqual([]);
  });

  it('finds terms by name or slug, and cuts the list', async () => {
    const site = await abilitySite({ files: LIGHTHOUSE });
    const { taxonomies } = await site.read<Terms>('read-terms', { search: ' LAMP ' });
    expect(taxonomies.map(({ total, terms }) => [total, terms.map(({ slug }) => slug)])).toEqual([
      [1, ['lamp-care']],
      [0, []],
    ]);
    const short = await site.read<Terms>('read-terms', { per: 1 });
    expect(short.taxonomies.map(({ total, terms }) => [total, terms.length])).toEqual([
      [2, 1],
      [3, 1],
    ]);
    expect((await site.read<Terms>('read-terms', { per: 0 })).taxonomies[1]?.terms).toHaveLength(1);
  });

  it('knows parents, and of an export only what its pages carry', async () => {
    const site = await abilitySite({ files: {}, config: { source: [part(1), part(2)] } });
    const posts = await site.read<Terms>('read-terms');
    const categories = posts.taxonomies.find(({ field }) => field === 'categories');
    const term = (slug: string) => categories?.terms.find((one) => one.slug === slug);
    expect(term('repairs')).toMatchObject({ count: 3, parent: 0 });
    expect(term('wheels')).toMatchObject({ count: 1, parent: term('repairs')?.id });
    // Defined by the export, carried by no public page.
    expect(term('truing')).toMatchObject({ count: 0, parent: term('wheels')?.id });
    expect(categories?.total).toBe(categories?.terms.length);
    // Nobody can make a term in an export.
    expect(posts.taxonomies.map(({ canCreate }) => canCreate)).not.toContain(true);
    const pages = await site.read<Terms>('read-terms', { post_type: 'page' });
    expect(pages.taxonomies.map(({ field }) => field)).not.toContain('categories');
  });

  it('tells what no ability sets', async () => {
    const site = await abilitySite({
      files: {},
      config: { source: [part(1), part(2)] },
      settings: { post_types: ['post', 'page', 'route'] },
    });
    const all = await Promise.all(
      ['post', 'page', 'route'].map(
        async (type) => (await site.read<Terms>('read-terms', { post_type: type })).notSettable,
      ),
    );
    expect(all.flat()).toContainEqual({ taxonomy: 'difficulty', label: 'Difficulty' });
  });

  it('refuses a type that agents may not see', async () => {
    const site = await abilitySite({ files: LIGHTHOUSE });
    const outcome = await site.run('read-terms', { post_type: 'orders' });
    expect(outcome).toMatchObject({ kind: 'failed', status: 400, code: 'svc_bad_type' });
  });
});
