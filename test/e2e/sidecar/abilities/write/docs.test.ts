import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { docExample } from '../../../../support/cli/doc-example.js';
import { runSvc } from '../../../../support/cli/run-svc.js';
import { type WritingSite, writingSite } from '../../../../support/sidecar/abilities/write/writing.js';

const pageOf = (name: string) => fileURLToPath(new URL(`../../../../../docs/${name}`, import.meta.url));

describe('the documentation of writes', () => {
  let writing: WritingSite;

  beforeAll(async () => {
    const text =
      '---\ntitle: Ropes\ndate: 2026-03-01\nid: 20\n---\n\nA rope has three strands.\n\nKeep it dry.\n';
    writing = await writingSite({ files: { 'content/posts/ropes.md': text, 'public/robots.txt': '' } });
    git('init', '-q');
    git('-c', 'user.name=k', '-c', 'user.email=k@k', 'commit', '-q', '--allow-empty', '-m', 'x');
    git('add', 'content');
  }, 60_000);

  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', writing.site.folder, ...args], { encoding: 'utf8' });

  function expectExample(page: string, name: string, actual: string): void {
    expect(docExample(pageOf(page), name, actual)).toBe(actual);
  }

  it('shows an edit as it is', async () => {
    const input = { post_id: 20, old: 'three strands', new: 'three strands of hemp' };
    const output = await writing.done('edit-content', input);
    const shown = `// svc/edit-content\n${JSON.stringify(input)}\n\n${JSON.stringify(output, null, 2)}\n`;
    expectExample('agent-writes.md', 'edit', shown);
    const diff = git('diff', '--unified=1', '--no-color').split('\n').slice(4).join('\n');
    expectExample('agent-writes.md', 'diff', diff);
  });

  it('shows a refusal as it is', async () => {
    const { code, message, status } = await writing.run('create-content', {
      title: 'Lamps',
      status: 'publish',
    });
    expectExample(
      'agent-writes.md',
      'refused',
      `${JSON.stringify({ code, message, data: { status } }, null, 2)}\n`,
    );
  });

  it('shows how a page is brought back', async () => {
    const cwd = writing.site.folder;
    const lines: string[] = [];
    for (const args of [
      ['content', 'revisions', '20'],
      ['content', 'restore', '1'],
    ]) {
      const { stdout, stderr } = await runSvc(args, { cwd });
      lines.push(`$ svc ${args.join(' ')}\n${stdout}${stderr}`);
    }
    expectExample('content-store.md', 'revisions', lines.join(''));
  });
});
