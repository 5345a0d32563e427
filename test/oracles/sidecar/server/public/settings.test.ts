import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyDocument } from '../../../../../src/documents/signing/verify.js';
import { gateOf, gatePlugin } from '../../../../support/config/hooks/gate.js';
import { HARBOUR, NOW, serveSite, until } from '../../../../support/sidecar/server/serving.js';

const CANARY = /CANARY-\w+/;

describe('settings act at once', () => {
  it('what is switched off is gone although its file is there [7-conditional-404]', async () => {
    const site = await serveSite({ files: HARBOUR });
    const gone = [
      ['/llms.txt', { enable_llms_txt: false }],
      ['/llms-full.txt', { enable_llms_full: false }],
      ['/svc-changes.json', { enable_changes: false }],
      ['/svc-sitemap.xml', { enable_sitemap: false }],
      ['/svc-sitemap-post-1.xml', { enable_sitemap: false }],
      ['/about.md', { enable_markdown: false }],
      ['/index.md', { enable_markdown: false }],
      ['/sitemap.md', { enable_sitemap_md: false }],
      ['/auth.md', { enable_auth_md: false }],
      ['/.well-known/tdmrep.json', { enable_tdmrep: false }],
      ['/.well-known/http-message-signatures-directory', { enable_signing: false }],
      ['/posts/tides.md', { post_types_vetoed: ['post'] }],
      ['/api/content/v1/posts', { post_types_vetoed: ['post'] }],
      ['/api/content/v1/posts/3', { post_types_vetoed: ['post'] }],
    ] as const;
    for (const [path, settings] of gone) {
      // Files that an earlier setting has taken away come back with the next build.
      await until(async () => (await site.ask(path)).status === 200);

      site.store(settings);
      await until(async () => (await site.ask(path)).status === 404);

      const answer = await site.ask(path);
      expect([path, answer.status, answer.headers['content-type']?.includes('html')]).toEqual([
        path,
        404,
        false,
      ]);

      site.store({});
      await until(async () => (await site.ask(path)).status === 200);
    }
  });

  it('what is switched on is there before a build has written it', async () => {
    // The front page has no twin, but a part in llms-full.txt.
    const site = await serveSite({
      files: { ...HARBOUR, 'content/index.md': '---\ntitle: Home\ntype: page\n---\n\nThe sea.\n' },
      settings: { enable_llms_txt: false, enable_llms_full: false, enable_security_txt: false },
    });
    expect((await site.ask('/llms.txt')).status).toBe(404);
    expect(existsSync(join(site.folder, 'out/llms.txt'))).toBe(false);
    site.store({ enable_security_txt: true, security: { contacts: ['https://harbour.example/about/'] } });
    await until(async () => (await site.ask('/llms.txt')).status === 200);
    expect((await site.ask('/llms-full.txt')).status).toBe(200);
    const first = await site.ask('/llms.txt');
    expect(first.text).toContain('# Harbour Notes');
    expect((await site.ask('/.well-known/security.txt')).text).toContain(
      'Contact: https://harbour.example/about/',
    );
    await until(() => existsSync(join(site.folder, 'out/llms.txt')));
    expect((await site.ask('/llms.txt')).text).toBe(first.text);
  });

  it('documents name what is there', async () => {
    const site = await serveSite({ files: HARBOUR });
    site.store({ enable_llms_txt: false, enable_changes: false });
    await until(async () => (await site.ask('/llms.txt')).status === 404);
    const { documents } = JSON.parse((await site.ask('/.well-known/discovery.json')).text) as {
      documents: Readonly<Record<string, string>>;
    };
    expect(Object.keys(documents)).not.toContain('llms');
    expect(Object.keys(documents)).not.toContain('changes');
    expect((await site.ask('/')).links.join()).not.toContain('describedby');
  });

  it('bypassed caches are told so', async () => {
    const site = await serveSite({ files: HARBOUR });
    site.store({ bypass_shared_cache: true });
    await until(async () => (await site.ask('/llms.txt')).headers['cache-control'] === 'no-store, max-age=0');
    for (const path of [
      '/.well-known/discovery.json',
      '/svc-changes.json',
      '/robots.txt',
      '/.well-known/dnt-policy.txt',
    ]) {
      const { headers } = await site.ask(path);
      const whole = path.endsWith('discovery.json') ? ', no-transform' : '';
      expect([path, headers['cache-control'], headers['cdn-cache-control']]).toEqual([
        path,
        `no-store, max-age=0${whole}`,
        'no-store',
      ]);
    }
  });

  it('that cannot be read leave everything as it was', async () => {
    const site = await serveSite({ files: HARBOUR });
    const { writeFiles } = await import('../../../../support/build/workspace.js');
    writeFiles(site.folder, { 'svc.settings.json': '{"enable_llms_txt": false' });
    await until(() => site.log.join('').includes("the settings can't be read"));
    expect((await site.ask('/llms.txt')).status).toBe(200);
  });
});

describe('what is not public', () => {
  it('is never reached, whatever is switched', async () => {
    const site = await serveSite({ files: HARBOUR });
    const addresses = ['draft', 'later', 'locked', 'quiet'].flatMap((name) => [
      `/posts/${name}.md`,
      `/posts/${name}/`,
      `/posts/${name}`,
      `/posts/${name}/index.html`,
    ]);
    const items = [4, 5, 6, 7].map((id) => `/api/content/v1/posts/${id}`);
    const lists = [
      '/',
      '/llms.txt',
      '/llms-full.txt',
      '/svc-changes.json?since=0',
      '/svc-sitemap-post-1.xml',
      '/sitemap.md',
      '/feed.xml',
      '/api/content/v1/posts',
      '/api/content/v1/posts?search=canary',
      '/api/content/v1/posts?search=draft',
      '/.well-known/discovery.json',
    ];
    const settings = [
      {},
      { markdown_for_ai_agents: true, soft_404_markdown: true },
      { enable_markdown: false },
      { markdown_front_matter: false, llms_link_markdown: false, enable_root_sitemap: true },
    ];
    for (const values of settings) {
      site.store(values);
      await new Promise((resolve) => setTimeout(resolve, 300));
      for (const accept of ['text/markdown', '*/*']) {
        for (const path of [...addresses, ...items]) {
          const answer = await site.ask(path, { headers: { Accept: accept, 'User-Agent': 'GPTBot' } });
          expect([path, CANARY.exec(answer.text)?.[0]]).toEqual([path, undefined]);
          if (path.endsWith('.md')) expect([path, answer.status]).toEqual([path, 404]);
        }
        for (const path of lists) {
          const { text } = await site.ask(path, { headers: { Accept: accept } });
          expect([path, CANARY.exec(text)?.[0]]).toEqual([path, undefined]);
        }
      }
    }
  });
});

describe('signatures', () => {
  it('are over what is sent, and hold [1-signs-when-enabled]', async () => {
    const site = await serveSite({ files: HARBOUR });
    const { keys } = JSON.parse((await site.ask('/.well-known/http-message-signatures-directory')).text) as {
      keys: Parameters<typeof verifyDocument>[0]['keys'];
    };
    for (const path of ['/.well-known/discovery.json', '/.well-known/agent.json', '/.well-known/mcp.json']) {
      for (const headers of [{}, { 'Accept-Encoding': 'gzip, br' }]) {
        const answer = await site.ask(path, { headers });
        expect(answer.headers).not.toHaveProperty('content-encoding');
        const verdict = verifyDocument({
          bytes: answer.body,
          url: `https://harbour.example${path}`,
          headers: Object.entries(answer.headers),
          keys,
          now: NOW,
        });
        expect([path, verdict.outcome]).toEqual([path, 'verified']);
      }
    }
    const tag = (await site.ask('/.well-known/discovery.json')).headers['etag'] ?? '';
    const again = await site.ask('/.well-known/discovery.json', {
      headers: { 'If-None-Match': `W/${tag}, "x"` },
    });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(again.headers).toMatchObject({ etag: tag, 'cache-control': 'public, max-age=3600, no-transform' });
    for (const name of ['signature', 'signature-input', 'content-digest', 'content-type']) {
      expect(again.headers).not.toHaveProperty(name);
    }
    site.store({ enable_signing: false });
    await until(async () => !('signature' in (await site.ask('/.well-known/discovery.json')).headers));
  });

  it('are made for documents that are not as they were built', async () => {
    const site = await serveSite({ files: HARBOUR });
    const { keys } = JSON.parse((await site.ask('/.well-known/http-message-signatures-directory')).text) as {
      keys: Parameters<typeof verifyDocument>[0]['keys'];
    };
    const before = await site.ask('/.well-known/discovery.json');
    site.store({ enable_changes: false });
    await until(async () => (await site.ask('/svc-changes.json')).status === 404);
    const answer = await site.ask('/.well-known/discovery.json');
    expect(answer.text).not.toBe(before.text);
    const url = 'https://harbour.example/.well-known/discovery.json';
    const verdict = verifyDocument({
      bytes: answer.body,
      url,
      headers: Object.entries(answer.headers),
      keys,
      now: NOW,
    });
    expect(verdict.outcome).toBe('verified');
  });
});

describe('settings that change while a build is running', () => {
  it('stay what they are when it ends [7-mcp-off-404]', async () => {
    const site = await serveSite({
      files: { ...HARBOUR, 'plugin.js': gatePlugin('filter', 'svc_topic_exclude') },
      config: { plugins: ['./plugin.js'], pluginTimeout: 60, sidecar: true },
      settings: { enable_mcp_server: true },
    });
    const mcp = async () => (await site.ask('/api/svc/v1/mcp', { method: 'POST' })).status;
    expect(await mcp()).toBe(401);
    // Builds wait, once they have read the settings.
    const gate = gateOf(site.folder);
    gate.shut();
    try {
      site.store({ enable_mcp_server: true, enable_llms_txt: false });
      await until(() => gate.arrived() === 1);
      site.store({ enable_mcp_server: false });
      await until(async () => (await mcp()) === 404);
      gate.letOnePass();
      // The first build has ended once the next one waits.
      await until(() => gate.arrived() === 2, 30_000);
      expect(await mcp()).toBe(404);
    } finally {
      gate.open();
    }
  }, 60_000);
});
