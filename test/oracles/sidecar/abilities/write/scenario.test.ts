import { execFileSync } from 'node:child_process';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WritingSite, writingSite } from '../../../../support/sidecar/abilities/write/writing.js';
import { oauthToken } from '../../../../support/sidecar/server/mcp/connection.js';

const ROPES = `---
# Written by hand.
title: "Ropes"
date: 2026-03-01
id: 2
tags: [rope, 'knots']
---

A rope remembers every knot. It is made of three strands.

![](/pictures/bowline-on-a-bollard.jpg)

Keep it dry.
`;

/** An assistant's day, through a real MCP client, on a content folder that git keeps. */
describe('an assistant that writes', () => {
  let writing: WritingSite;
  let client: Client;

  beforeAll(async () => {
    writing = await writingSite({
      files: {
        'content/posts/ropes.md': ROPES,
        'content/posts/tides.md':
          '---\ntitle: Tides\ndate: 2026-05-01\nid: 3\n---\n\nThe sea is late today.\n',
        'public/robots.txt': '',
      },
      settings: { enable_llms_txt: false },
    });
    git('init', '-q', '-b', 'main');
    git('config', 'user.name', 'Keeper');
    git('config', 'user.email', 'keeper@harbour.example');
    git('add', 'content');
    git('commit', '-q', '-m', 'The content as it was');
    await writing.account('administrator');
    const proof = await oauthToken(writing.site, 'administrator', 'write');
    client = new Client({ name: 'kettle', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL(`${writing.site.url}api/svc/v1/mcp`), {
      requestInit: { headers: { ...proof } },
    });
    await client.connect(transport);
  }, 60_000);

  afterAll(() => client.close());

  function git(...args: readonly string[]): string {
    return execFileSync('git', ['-C', writing.site.folder, ...args], { encoding: 'utf8' });
  }

  /** Lines that a change took away and put in. */
  function diff(): readonly string[] {
    git('add', '--intent-to-add', 'content');
    const lines = git('diff', '--unified=0', '--no-color', '--', 'content').split('\n');
    return lines.filter((line) => /^(?:\+(?!\+\+ )|-(?!-- ))/.test(line));
  }

  function keep(): void {
    git('add', 'content');
    git('commit', '-q', '-m', 'Kept');
  }

  async function call(name: string, given: Record<string, unknown>) {
    const result = await client.callTool({ name: `svc-${name}`, arguments: given });
    const [first] = result.content as { readonly text: string }[];
    return {
      isError: result.isError === true,
      text: first?.text ?? '',
      output: (result.structuredContent ?? {}) as Readonly<Record<string, unknown>>,
    };
  }

  it('reads a page and edits one passage', async () => {
    const page = await call('read-content', { post_id: 2 });
    const content = page.output['content'] as string;
    expect(ROPES.endsWith(content)).toBe(true);
    const edit = await call('edit-content', {
      post_id: 2,
      old: 'three strands',
      new: 'three strands of hemp',
    });
    expect(edit).toMatchObject({ isError: false });
    expect(diff()).toEqual([
      '-A rope remembers every knot. It is made of three strands.',
      '+A rope remembers every knot. It is made of three strands of hemp.',
    ]);
    expect(await writing.page('/posts/ropes.md')).toContain('three strands of hemp');
    const feed = JSON.parse(await writing.page('/svc-changes.json')) as {
      items: { url: string; action: string }[];
    };
    expect(feed.items.some(({ url }) => url.endsWith('/posts/ropes/'))).toBe(true);
    keep();
  });

  it('describes an image', async () => {
    const refused = await call('describe-content-image', {
      post_id: 2,
      alt: 'A bowline around an iron bollard',
    });
    expect(refused.isError).toBe(true);
    const described = await call('describe-content-image', {
      post_id: 2,
      alt: 'A bowline around an iron bollard',
      replace: true,
    });
    expect(described).toMatchObject({ isError: false });
    expect(diff()).toEqual([
      '-![](/pictures/bowline-on-a-bollard.jpg)',
      '+![A bowline around an iron bollard](/pictures/bowline-on-a-bollard.jpg)',
    ]);
    expect(await writing.page('/posts/ropes.md')).toContain('![A bowline around an iron bollard]');
    keep();
  });

  it('fixes a readiness finding', async () => {
    expect((await writing.site.ask('/llms.txt')).status).toBe(404);
    const fixed = await call('apply-fix', { check_id: 'llms' });
    expect(fixed.output).toMatchObject({ applied: true, changed: ['enable_llms_txt'] });
    expect(await writing.page('/llms.txt')).toContain('Ropes');
    expect(diff()).toEqual([]);
  });

  it('drafts a post, is refused publishing, gets the setting, and publishes', async () => {
    const draft = await call('create-content', {
      title: 'Lamps: a list',
      content: 'A lamp is seen from **two** miles.',
      tags: ['light'],
      description: 'Which lamps are seen from where.',
    });
    expect(draft.isError, draft.text).toBe(false);
    const { id, status } = draft.output as { id: number; status: string };
    expect(status).toBe('draft');
    expect(diff()).toEqual([
      '+---',
      '+title: "Lamps: a list"',
      `+id: ${id}`,
      '+tags: [light]',
      '+description: Which lamps are seen from where.',
      '+draft: true',
      '+---',
      '+',
      '+A lamp is seen from **two** miles.',
    ]);
    keep();
    const path = '/posts/lamps-a-list.md';
    expect((await writing.site.ask(path)).status).toBe(404);
    expect(await writing.page('/llms.txt')).not.toContain('Lamps');

    const refused = await call('update-content', { post_id: id, status: 'publish' });
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain('agent_writes_publish');
    expect(diff()).toEqual([]);

    await writing.saveSettings({ agent_writes_publish: true });
    const published = await call('update-content', { post_id: id, status: 'publish' });
    expect(published.output).toMatchObject({
      status: 'publish',
      url: 'https://harbour.example/posts/lamps-a-list/',
    });
    expect(diff()).toEqual(['-draft: true', '+draft: false', '+date: 2026-07-02T10:00:00Z']);
    expect(await writing.page(path)).toContain('seen from **two** miles');
    expect(await writing.page('/llms.txt')).toContain('Lamps: a list');
    const feed = JSON.parse(await writing.page('/svc-changes.json')) as {
      items: { id: number; action: string }[];
    };
    expect(feed.items.find((item) => item.id === id)).toMatchObject({ action: 'created' });
  });
});
