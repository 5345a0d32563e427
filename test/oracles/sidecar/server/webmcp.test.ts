import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staticFiles } from '../../../support/build/pages/static-files.js';
import { type Files, workspace } from '../../../support/build/workspace.js';
import { build } from '../../../support/cli/run-svc.js';
import { CHROMIUM, needs } from '../../../support/needs.js';
import { startBrowser } from '../../../support/sidecar/server/browser.js';
import { HARBOUR, serveSite } from '../../../support/sidecar/server/serving.js';

/** Stands in for an agent inside the browser: keeps what pages register. */
const AGENT = `const tools = [];
window.registered = tools;
window.AGENT_HOLDER.modelContext = {
  registerTool(tool) {
    if (tools.some(({ name }) => name === tool.name)) throw new DOMException('taken', 'InvalidStateError');
    tools.push(tool);
    return Promise.resolve();
  },
};`;

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: string };
  readonly annotations: object;
}

describe('WebMCP', needs(CHROMIUM), () => {
  let browser: BrowserContext;
  const servers: Server[] = [];

  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function visit(url: string, agent = AGENT.replace('window.AGENT_HOLDER', 'document')) {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    // What is not there, such as an icon, is no error of the script.
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('404')) errors.push(message.text());
    });
    await page.addInitScript(agent);
    await page.goto(url);
    return { page, errors };
  }

  const names = (page: Page) => page.evaluate('registered.map(({ name }) => name)');
  const run = (page: Page, name: string, input: object = {}) =>
    page.evaluate(
      `registered.find((tool) => tool.name === ${JSON.stringify(name)}).execute(${JSON.stringify(input)})
        .then((result) => result, (error) => 'refused: ' + error.message)`,
    ) as Promise<string>;

  async function staticSite(files: Files, settings: object): Promise<string> {
    const cwd = workspace({
      ...files,
      'svc.config.json': JSON.stringify({
        site: { url: 'https://harbour.example', name: 'Harbour Notes' },
        source: 'content',
        html: 'render',
      }),
      'svc.settings.json': JSON.stringify(settings),
    });
    await build([], { cwd });
    const server = createServer(staticFiles([join(cwd, 'out')]));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it('offers what the sidecar serves, and nothing that changes anything', async () => {
    const site = await serveSite({ files: HARBOUR, settings: { enable_webmcp: true } });
    const { page, errors } = await visit(`${site.url}posts/ropes/`);
    expect(await names(page)).toEqual([
      'read-page',
      'search-content',
      'read-content',
      'site-index',
      'recent-changes',
    ]);
    const tools = (await page.evaluate('registered.map(({ execute, ...tool }) => tool)')) as readonly Tool[];
    for (const { description, inputSchema, annotations } of tools) {
      expect(description.length).toBeGreaterThan(30);
      expect([inputSchema.type, annotations]).toEqual(['object', { readOnlyHint: true }]);
    }
    expect(await run(page, 'read-page')).toContain('A rope remembers every knot.');
    expect(await run(page, 'read-page')).toMatch(/^---\ntitle: "?Ropes/);
    expect(await run(page, 'search-content', { query: 'SEA late' })).toBe(
      '- Tides <https://harbour.example/posts/tides/>: The sea is late today.',
    );
    expect(await run(page, 'search-content', { query: 'canary-draft' })).toMatch(/^Nothing on this site/);
    expect(await run(page, 'search-content', { query: ' ' })).toMatch(/^refused: The query is empty/);
    expect(await run(page, 'read-content', { url: '/about/' })).toContain('**two** cranes');
    expect(await run(page, 'read-content', { url: '/' })).toContain('Harbour Notes');
    expect(await run(page, 'read-content', { url: 'https://evil.example/' })).toMatch(/^refused: Only pages/);
    expect(await run(page, 'read-content', { url: '/nowhere/' })).toMatch(
      /^refused: \/nowhere\.md answered with 404/,
    );
    expect(await run(page, 'site-index')).toMatch(/^# Harbour Notes/);
    expect(await run(page, 'recent-changes', { limit: 1 })).toMatch(/^- 2026-\S+ \w+: .* <https:[^\n]+>$/);
    expect(errors).toEqual([]);
    await page.close();
  });

  it('searches the files of a site without a sidecar', async () => {
    const posts = Array.from({ length: 130 }, (_, n) => [
      `content/posts/p${n}.md`,
      `---\ntitle: Post ${n}\nid: ${n + 100}\ndate: 2026-01-01\n---\n\nBoat number ${n}${n === 0 ? ', the Größe' : ''}.\n`,
    ]);
    const origin = await staticSite(Object.fromEntries(posts) as Files, { enable_webmcp: true });
    const { page } = await visit(`${origin}/posts/p7/`);
    expect(await run(page, 'search-content', { query: 'grosse boat' })).toMatch(/^Nothing/);
    expect(await run(page, 'search-content', { query: 'grOße boat' })).toContain('Post 0 <');
    expect((await run(page, 'search-content', { query: 'boat', limit: 3 })).split('\n')).toHaveLength(3);
    expect(await run(page, 'read-page')).toContain('Boat number 7');
    await page.close();
  });

  it('reads the page itself where there is no Markdown of it', async () => {
    const origin = await staticSite(
      { 'content/about.md': '---\ntitle: About\ntype: page\nid: 1\n---\n\nTwo cranes.\n' },
      { enable_webmcp: true, enable_markdown: false, webmcp_hidden_tools: ['site-index'] },
    );
    const { page } = await visit(`${origin}/about/`);
    expect(await names(page)).toEqual(['read-page', 'search-content', 'recent-changes']);
    expect(await run(page, 'read-page')).toMatch(/^# About[\s\S]*Two cranes\./);
    await page.close();
  });

  it('knows the older place of the interface, and does nothing without one', async () => {
    const origin = await staticSite(
      { 'content/about.md': '---\ntitle: About\ntype: page\nid: 1\n---\n\nTwo cranes.\n' },
      { enable_webmcp: true },
    );
    const older = await visit(`${origin}/about/`, AGENT.replace('window.AGENT_HOLDER', 'navigator'));
    expect(await names(older.page)).toContain('read-page');
    const none = await visit(`${origin}/about/`, '');
    expect(await none.page.evaluate('typeof window.svcTools')).toBe('undefined');
    const taken = `${AGENT.replace('window.AGENT_HOLDER', 'document')}
      document.modelContext.registerTool({ name: 'read-page', own: true });`;
    const own = await visit(`${origin}/about/`, taken);
    expect(await own.page.evaluate('registered[0].own')).toBe(true);
    expect(await names(own.page)).toContain('search-content');
    expect([...older.errors, ...none.errors, ...own.errors]).toEqual([]);
    for (const { page } of [older, none, own]) await page.close();
  });
});
