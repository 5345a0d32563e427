import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { writeFiles } from '../../../../support/build/workspace.js';
import { type AbilitySite, abilitySite } from '../../../../support/sidecar/abilities/ability-site.js';
import { LIGHTHOUSE } from '../../../../support/sidecar/abilities/read/lighthouse.js';

interface Checked {
  readonly summary: Readonly<Record<'pass' | 'warn' | 'fail', number>>;
  readonly checks: readonly { readonly id: string; readonly status: string; readonly detail: string }[];
}

const check = (site: AbilitySite, id: number) => site.read<Checked>('check-page', { post_id: id });
const flagged = ({ checks }: Checked) => checks.filter(({ status }) => status !== 'pass').map(({ id }) => id);

describe('check-page', () => {
  const sources = [
    ['files', LIGHTHOUSE, {}],
    ['files with pages', LIGHTHOUSE, { html: 'render' }],
    [
      'an export',
      {},
      {
        source: ['1', '2'].map((part) =>
          fileURLToPath(new URL(`../../../../../fixtures/wxr/workshop-part-${part}.xml`, import.meta.url)),
        ),
      },
    ],
  ] as const;

  it.each(sources)('finds on pages of %s what the build has found', async (_, files, config) => {
    const site = await abilitySite({ files, config });
    const types = ['post', 'page'];
    const verdicts = site.services.verdicts.list({ types, offset: 0, limit: 100 });
    expect(verdicts.length).toBeGreaterThan(3);
    for (const { id, title, flags } of verdicts) {
      expect(flagged(await check(site, id)), title).toEqual(flags);
    }
  });

  it('reads the page as it is now, and stores nothing', async () => {
    const site = await abilitySite({ files: LIGHTHOUSE });
    expect(flagged(await check(site, 13))).toContain('words');
    const words = 'Brass is an alloy of copper and zinc, and it darkens within 9 days. '.repeat(20);
    writeFiles(site.folder, {
      'content/posts/polish.md': `---\ntitle: Brass polish\ndate: 2026-06-20\nid: 13\nauthor: orla\n---\n\n${words}\n`,
    });
    const now = await check(site, 13);
    expect(flagged(now)).not.toContain('words');
    expect(now.summary.pass + now.summary.warn + now.summary.fail).toBe(now.checks.length);
    const [verdict] = site.services.verdicts.byIds([13]);
    expect(verdict?.flags).toContain('words');
  });

  it('judges drafts too, and pages behind a password', async () => {
    const site = await abilitySite({ files: LIGHTHOUSE });
    expect(flagged(await check(site, 14))).toContain('words');
    // Other posts have images of their own, so this one lacks it.
    expect(flagged(await check(site, 14))).toContain('featured_image');
    expect(flagged(await check(site, 17))).not.toContain('featured_image');
    expect(flagged(await check(site, 16))).toContain('words');
  });

  it.each(['check-page', 'read-content', 'suggest-internal-links'])(
    '%s says when the file is gone',
    async (slug) => {
      const site = await abilitySite({ files: LIGHTHOUSE });
      rmSync(join(site.folder, 'content/posts/polish.md'));
      expect(await site.run(slug, { post_id: 13 })).toMatchObject({ status: 404, code: 'svc_not_found' });
    },
  );
});
