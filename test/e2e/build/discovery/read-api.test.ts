import { describe, expect, it } from 'vitest';
import { buildSite } from '../../../support/build/discovery/built.js';
import { validateIn } from '../../../support/quality/validate/site.js';

const OPENAPI = 'https://tea.example/.well-known/openapi.json';

describe('the read API in the discovery documents', () => {
  it('has its description, wherever it is', async () => {
    for (const [restApi, base] of [
      ['static', 'https://tea.example/api/'],
      [
        { external: { base: 'https://cms.example/wp-json/wp/v2', idParam: 'id' } },
        'https://cms.example/wp-json/wp/v2',
      ],
    ]) {
      const site = await buildSite({ config: { restApi } });
      const core = site.discovery.apis.filter(({ id }) => id === 'platform-core');
      expect(core).toEqual([
        { id: 'platform-core', type: 'rest', base, schema: OPENAPI, auth: { type: 'none', docs: '' } },
      ]);
      expect(site.text('.well-known/api-catalog')).toContain(OPENAPI);
      expect((await validateIn(site.cwd)).findings).toEqual([]);
    }
  });

  it('is described by the site itself where that brings a description', async () => {
    const files = {
      'public/.well-known/openapi.json': '{"openapi":"3.1.0","info":{"title":"Own","version":"1"}}',
    };
    const site = await buildSite({ files });
    expect(site.discovery.apis[0]?.schema).toBe(OPENAPI);
    expect(site.discovery.documents['openapi']).toBe(OPENAPI);
    expect(site.row('openapi.json')?.source).toBe('file');
  });

  it('is not there when it is off: no paths, no empty index among the APIs', async () => {
    const site = await buildSite({ config: { restApi: 'off' } });
    expect(site.json('.well-known/openapi.json')).toMatchObject({ paths: {}, components: { schemas: {} } });
    const bases = site.discovery.apis.map(({ base }) => base);
    expect(bases).not.toContain('https://tea.example/api/');
    expect(site.discovery.apis.map(({ schema }) => schema)).not.toContain(OPENAPI);
    // `rel="api-catalog"` leads to the root, which always answers.
    expect(site.json('api/index.json')).toMatchObject({ collections: [] });
    expect((await validateIn(site.cwd)).findings).toEqual([]);
  });

  it('is named by nobody when svc_rest_discovery says so', async () => {
    const site = await buildSite({ plugin: "svc.filter('svc_rest_discovery', () => false);" });
    expect(site.discovery.apis.map(({ schema }) => schema)).not.toContain(OPENAPI);
    expect(site.discovery.apis.map(({ base }) => base)).not.toContain('https://tea.example/api/');
  });
});
