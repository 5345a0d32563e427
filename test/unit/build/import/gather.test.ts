import { describe, expect, it } from 'vitest';
import { gatherSources } from '../../../../src/build/import/gather.js';
import { Warnings } from '../../../../src/core/warnings.js';
import type { RawSite, Source, SourceItem } from '../../../../src/sources/port.js';

function sourceOf(...items: readonly SourceItem[]): Source {
  return {
    type: 'wxr',
    path: 'export.xml',
    async *read() {
      yield* items;
    },
    async *readEntries() {},
  };
}

async function siteOf(...parts: readonly RawSite[]): Promise<RawSite> {
  const sources = parts.map((site) => sourceOf({ kind: 'site', site }));
  return (await gatherSources(sources, { warnings: new Warnings(), timeZone: 'UTC' })).site;
}

describe('parts of an export', () => {
  it('complete each other; the first that says something counts', async () => {
    expect(
      await siteOf(
        { title: '', description: 'Ropes and knots' },
        { title: 'The loft', description: 'Sails', lang: 'en' },
        { title: 'The attic', lang: 'fr', baseUrl: 'https://loft.example' },
      ),
    ).toEqual({
      title: 'The loft',
      description: 'Ropes and knots',
      lang: 'en',
      baseUrl: 'https://loft.example',
    });
  });

  it.each(['http://loft.example', 'https://www.loft.example/', 'https://LOFT.example'])(
    'are of one site, spelt %s',
    async (baseUrl) => {
      const site = await siteOf({ baseUrl: 'https://loft.example' }, { baseUrl });
      expect(site.baseUrl).toBe('https://loft.example');
    },
  );

  it('may not be of two sites', async () => {
    const work = siteOf({ baseUrl: 'https://loft.example' }, {}, { baseUrl: 'https://loft.example/attic' });
    await expect(work).rejects.toMatchObject({ code: 'SVC_SOURCE_MIXED' });
  });
});
