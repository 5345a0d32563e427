import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AbilitySite, abilitySite } from '../../../../support/sidecar/abilities/ability-site.js';
import { WRITES } from '../../../../support/sidecar/abilities/write/writing.js';

const PLUGIN = `
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
const log = fileURLToPath(new URL('wrote.log', import.meta.url));
export function register(svc) {
  svc.action('svc_agent_wrote_content', (id, change) => appendFileSync(log, id + ' ' + change + '\\n'));
  svc.action('svc_agent_wrote_content', (id) => {
    if (id === 2) throw new Error('the plugin fails');
  });
}
`;

/** A site that is not built again: what a write leaves until then. */
describe('after a write', () => {
  let site: AbilitySite;
  const rebuilds: string[] = [];
  let isBuilt = true;

  beforeAll(async () => {
    site = await abilitySite({
      files: {
        'plugin.mjs': PLUGIN,
        'content/posts/tea.md':
          '---\ntitle: Tea\ndate: 2026-01-01\nid: 1\nimage: /cup-of-tea.jpg\n---\n\nHot.\n',
        'content/posts/oil.md':
          '---\ntitle: Oil\ndate: 2026-01-02\nid: 2\nimage: /cup-of-tea.jpg\n---\n\nCold.\n',
        'content/posts/ice.md': '---\ntitle: Ice\ndate: 2026-01-03\nid: 3\n---\n\nColder.\n',
      },
      config: { plugins: ['./plugin.mjs'] },
      settings: { ...WRITES, enable_sitemap: false, enable_llms_txt: false },
    });
    site.services.site.rebuild = async (reason) => {
      rebuilds.push(reason);
      return isBuilt;
    };
    writeFileSync(join(site.folder, 'wrote.log'), '');
  }, 60_000);

  const stale = async () => {
    const verdicts = site.services.verdicts.byIds([1, 2, 3]);
    return verdicts
      .filter(({ contentHash }) => contentHash === '')
      .map(({ id }) => id)
      .sort();
  };
  const told = () => readFileSync(join(site.folder, 'wrote.log'), 'utf8').trim().split('\n');

  it('the verdict of the page is out of date, plugins are told, and the site is built [3-verdict-stale]', async () => {
    expect(await stale()).toEqual([]);
    await site.read('write-search-fields', { post_id: 3, focus: 'ice' });
    expect(await stale()).toEqual([3]);
    expect(told()).toEqual(['3 update']);
    expect(rebuilds).toHaveLength(1);
    const [verdict] = site.services.verdicts.byIds([3]);
    // Marked, and not dropped.
    expect(verdict?.flags.length).toBeGreaterThan(0);
  });

  it('so are those of all pages that show an image [3-verdict-stale] [5.1-describe-refreshed]', async () => {
    const output = await site.read('describe-image', { post_id: 1, alt: 'A cup of tea' });
    expect([...(output['refreshed'] as number[])].sort()).toEqual([1, 2]);
    expect(await stale()).toEqual([1, 2, 3]);
    expect(rebuilds).toHaveLength(2);
  });

  it('a plugin that fails does not undo it', async () => {
    await site.read('edit-content', { post_id: 2, old: 'Cold.', new: 'Cool.' });
    expect(told().at(-1)).toBe('2 update');
    expect(rebuilds).toHaveLength(3);
  });

  it('an entry that no build has seen yet is told of as its file says', async () => {
    const made = await site.read('create-content', { title: 'Salt', tags: ['sea'], description: 'White.' });
    expect(made).toMatchObject({
      title: 'Salt',
      status: 'draft',
      url: '',
      tags: ['sea'],
      description: 'White.',
    });
    expect(readFileSync(join(site.folder, 'content/posts/salt.md'), 'utf8')).toContain(
      `id: ${String(made['id'])}\n`,
    );
    expect(told().at(-1)).toBe(`${String(made['id'])} create`);
  });

  it('a build that fails is told', async () => {
    isBuilt = false;
    const edited = await site.read('edit-content', { post_id: 2, old: 'Cool.', new: 'Cold.' });
    expect(edited['message']).toMatch(/^Written and verified\. .+ The site doesn't show it yet: .+log\.$/);
    const updated = await site.read('update-content', { post_id: 2, title: 'Oils' });
    expect(updated['notice']).toContain("couldn't be built");
    const described = await site.read('describe-image', { post_id: 1, alt: 'A hot cup', replace: true });
    expect(described['message']).toMatch(/written and verified\. .+couldn't be built/);
    const fixed = await site.read('apply-fix', { check_id: 'sitemap' });
    expect(fixed['message']).toMatch(/^Switched on: .+couldn't be built/);
    isBuilt = true;
    expect(await site.read('update-content', { post_id: 2, title: 'Oil' })).toMatchObject({ notice: '' });
  });

  it('a full disk is named, without the path of the file', async () => {
    const { settings } = site.services;
    const { update } = settings;
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write', path: '/srv/x' });
    settings.update = () => Promise.reject(new Error('the file was not written', { cause: full }));
    const outcome = await site.run('apply-fix', { check_id: 'llms' });
    settings.update = update;
    expect(outcome).toMatchObject({
      kind: 'failed',
      status: 503,
      code: 'svc_files_unavailable',
      message: "A file of the site can't be used: the disk is full (ENOSPC, write). Free space on the disk.",
    });
  });

  it('nothing follows a refusal, a dry run, or what changes nothing', async () => {
    const [before, count] = [told(), rebuilds.length];
    await site.run('edit-content', { post_id: 1, old: 'Cold', new: 'x' });
    await site.run('edit-content', { post_id: 1, old: 'Hot', new: 'x', dry_run: true });
    await site.run('update-content', { post_id: 1, title: 'Tea', focus: '' });
    expect(told()).toEqual(before);
    expect(rebuilds).toHaveLength(count);
  });
});
