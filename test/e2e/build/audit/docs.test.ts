import { describe, expect, it } from 'vitest';
import { wxr } from '../../../support/build/export.js';
import { workspace, writeFiles } from '../../../support/build/workspace.js';
import { docExample } from '../../../support/cli/doc-example.js';
import { build, runSvc } from '../../../support/cli/run-svc.js';

const PAGE = 'docs/audit.md';
const CONTENT = {
  'svc.config.json': JSON.stringify({ source: 'content', site: { url: 'https://tea.example' } }),
  'content/tea.md': '---\ntitle: Brewing tea\ndate: 2026-01-10\n---\nWarm the pot.\n',
  'content/plans.md':
    '---\ntitle: Plans for autumn\ndate: 2026-01-11\ndraft: true\nnoindex: true\n---\nNot yet.\n',
  'content/harvest.md': '---\ntitle: Harvest\ndate: 2099-05-01\n---\nLater.\n',
  'content/members-only/cellar.md': '---\ntitle: The cellar\ndate: 2026-01-12\n---\nVintages.\n',
};
const EXPORT = wxr([
  {
    id: 7,
    title: 'Opening hours',
    slug: 'hours',
    body: '<p>Daily.</p>[vip_lounge]<p>Ring twice.</p>[/vip_lounge][fancy_box]<p>Or write.</p>[/fancy_box]',
  },
]);

/** What a person sees on the screen, with the command above it. */
async function session(args: readonly string[], cwd: string): Promise<string> {
  const { stdout, stderr } = await runSvc(args, { cwd });
  return `$ svc ${args.join(' ')}\n${stderr}${stdout}`;
}

describe('docs/audit.md', () => {
  it('shows what --explain prints', async () => {
    const cwd = workspace(CONTENT);
    const shown = await session(['build', '--explain', 'content/plans.md'], cwd);
    expect(docExample(PAGE, 'explain', shown)).toBe(shown);
    const json = await session(['build', '--explain', '/harvest/', '--json'], cwd);
    const text = json.slice(json.indexOf('\n') + 1).replaceAll(cwd, '/home/mara/tea');
    expect(docExample(PAGE, 'explain-json', text)).toBe(text);
  });

  it('shows the gates of an export', async () => {
    const cwd = workspace({ 'export.xml': EXPORT });
    const shown = await session(['build', '--source', 'export.xml', '--explain', '/hours/'], cwd);
    expect(docExample(PAGE, 'explain-gates', shown)).toBe(shown);
  });

  it('shows what svc audit prints', async () => {
    const cwd = workspace(CONTENT);
    await build([], { cwd });
    writeFiles(cwd, { 'content/pots.md': '---\ntitle: Pots\ndate: 2026-02-01\n---\nCast iron.\n' });
    const shown = (await session(['audit', '--previous', 'out'], cwd)).replaceAll(`${cwd}/`, '');
    expect(docExample(PAGE, 'audit', shown)).toBe(shown);
  });
});
