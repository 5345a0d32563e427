import { describe, expect, it } from 'vitest';
import { HARBOUR, serveSite } from '../../../../support/sidecar/server/serving.js';

describe('a site below the root of its host', () => {
  it('answers there, and what belongs to the root is at the root too', async () => {
    const site = await serveSite({
      files: HARBOUR,
      config: { site: { url: 'https://coast.example/harbour', name: 'Harbour Notes' } },
      settings: { enable_mcp_server: true },
    });
    expect((await site.ask('/harbour/llms.txt')).status).toBe(200);
    expect((await site.ask('/harbour/about/')).text).toContain('<!doctype html>');
    expect((await site.ask('/harbour/about', {})).headers['location']).toBe('/harbour/about/');
    for (const [path, target] of [
      ['/harbour', '/harbour/'],
      ['/harbour?from=letter', '/harbour/?from=letter'],
    ] as const) {
      const answer = await site.ask(path);
      expect([path, answer.status, answer.headers['location']]).toEqual([path, 301, target]);
    }
    expect((await site.ask('/harbour', { method: 'POST' })).status).toBe(405);
    expect((await site.ask('/harbour/')).status).toBe(200);
    expect((await site.ask('/harbour/svc/health/ready')).status).toBe(200);
    for (const path of ['/llms.txt', '/about/', '/harbourmaster/', '/']) {
      expect([path, (await site.ask(path)).status]).toEqual([path, 404]);
    }
    const metadata = await site.ask('/.well-known/oauth-authorization-server/harbour/svc/mcp');
    expect(JSON.parse(metadata.text)).toMatchObject({ issuer: 'https://coast.example/harbour/svc/mcp' });
    const discovery = await site.ask('/.well-known/discovery.json');
    expect(discovery.text).toBe((await site.ask('/harbour/.well-known/discovery.json')).text);
    expect(discovery.headers).not.toHaveProperty('signature');
  });
});

describe('a sidecar on another origin', () => {
  it('has the OAuth metadata, and the site does not name what it has not', async () => {
    const site = await serveSite({
      files: HARBOUR,
      config: { sidecar: 'https://agents.harbour.example' },
      settings: { enable_mcp_server: true },
    });
    const server = await site.ask('/.well-known/oauth-authorization-server/svc/mcp');
    expect(JSON.parse(server.text)).toMatchObject({
      issuer: 'https://agents.harbour.example/svc/mcp',
      token_endpoint: 'https://agents.harbour.example/api/svc/v1/oauth/token',
    });
    for (const path of [
      '/.well-known/oauth-protected-resource/svc/mcp',
      '/.well-known/oauth-protected-resource/api/svc/v1/mcp',
    ]) {
      const resource = await site.ask(path);
      expect(JSON.parse(resource.text)).toMatchObject({
        resource: 'https://agents.harbour.example/api/svc/v1/mcp',
      });
      expect(resource.headers['access-control-allow-origin']).toBe('*');
    }
    site.store({ enable_mcp_server: false });
    await expect
      .poll(async () => (await site.ask('/.well-known/oauth-authorization-server/svc/mcp')).status, {
        timeout: 5000,
      })
      .toBe(404);
    // The read API of such a site is its files.
    expect((await site.ask('/api/content/v1/posts.json')).status).toBe(200);
    expect((await site.ask('/api/content/v1/posts')).status).toBe(404);
  });
});

describe('a built site that is augmented', () => {
  it('is served with the files that the build has not touched', async () => {
    const page = (title: string) =>
      `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>Text of ${title}.</p></main></body></html>`;
    const site = await serveSite({
      files: {
        'built/index.html': page('Harbour'),
        'built/cranes/index.html': page('Cranes'),
        'built/style.css': 'body{}',
        'built/404.html': page('Lost at sea'),
        'built/notes.md': '# Not ours\n',
      },
      config: {
        source: { type: 'html', path: 'built' },
        siteDir: 'built',
        html: 'augment',
        publicDir: undefined,
      },
    });
    const cranes = await site.ask('/cranes/');
    expect(cranes.text).toContain('rel="describedby"');
    expect((await site.ask('/cranes/', { headers: { Accept: 'text/markdown' } })).text).toContain('# Cranes');
    expect((await site.ask('/style.css')).headers['content-type']).toMatch(/^text\/css/);
    expect((await site.ask('/notes.md')).text).toBe('# Not ours\n');
    const lost = await site.ask('/nowhere');
    expect([lost.status, lost.text.includes('Lost at sea')]).toEqual([404, true]);
  });
});
