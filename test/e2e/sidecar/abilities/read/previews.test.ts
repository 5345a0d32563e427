import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AbilitySite, abilitySite } from '../../../../support/sidecar/abilities/ability-site.js';
import { LIGHTHOUSE } from '../../../../support/sidecar/abilities/read/lighthouse.js';

let site: AbilitySite;

beforeAll(async () => {
  site = await abilitySite({ files: LIGHTHOUSE });
}, 60_000);

interface Schema {
  readonly graph: { readonly '@graph': readonly { readonly '@type': unknown; readonly headline?: string }[] };
  readonly json: string;
}

const types = ({ graph }: Schema) => graph['@graph'].flatMap((node) => node['@type']);

describe('preview-schema', () => {
  it('tells who is behind the site', async () => {
    for (const input of [undefined, {}, { post_id: 0 }]) {
      const found = await site.read<Schema>('preview-schema', input);
      expect(types(found)).toContain('WebSite');
      expect(types(found)).not.toContain('BlogPosting');
      expect(JSON.parse(found.json)).toEqual(found.graph);
      expect(found.json).not.toContain('\\/');
    }
  });

  it('tells of a page what is sent with it, and of a draft what would be', async () => {
    for (const [id, title] of [
      [12, 'Fog signals explained'],
      [14, 'The storm of March'],
    ] as const) {
      const { graph } = await site.read<Schema>('preview-schema', { post_id: id });
      expect(graph['@graph'].map(({ headline }) => headline)).toContain(title);
    }
  });

  it('tells nothing of a page behind a password', async () => {
    const { json } = await site.read<Schema>('preview-schema', { post_id: 16 });
    expect(json).not.toMatch(/Sealed orders|CANARY/);
  });

  it('knows no page that is not there', async () => {
    for (const id of [999, -1]) {
      expect(await site.run('preview-schema', { post_id: id })).toMatchObject({
        status: 404,
        code: 'svc_not_found',
      });
    }
  });
});

describe('preview-markdown', () => {
  const read = async (id: number) => (await site.read('preview-markdown', { post_id: id }))['markdown'];

  it('is the text that is served', async () => {
    const twin = readFileSync(join(site.live.out, 'posts/fog.md'), 'utf8');
    expect(await read(12)).toBe(twin);
  });

  it('is empty where nothing is served', async () => {
    expect(await read(14)).toBe('');
    expect(await read(16)).toBe('');
  });

  it('knows no page that is not there', async () => {
    for (const id of [0, -1, 999]) {
      expect(await site.run('preview-markdown', { post_id: id })).toMatchObject({
        status: 404,
        code: 'svc_not_found',
      });
    }
  });
});
