import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Files } from '../../../support/build/workspace.js';
import { workspace } from '../../../support/build/workspace.js';
import { build } from '../../../support/cli/run-svc.js';
import { BASE, builtSite, TEA_HOUSE, validateIn } from '../../../support/quality/validate/site.js';

/** The tea house with other members in its configuration and settings. */
function teaHouse(config: object, settings: object = {}): Files {
  const merge = (file: string, more: object) =>
    JSON.stringify({ ...(JSON.parse(String(TEA_HOUSE[file])) as object), ...more });
  return {
    ...TEA_HOUSE,
    'svc.config.json': merge('svc.config.json', config),
    'svc.settings.json': merge('svc.settings.json', settings),
  };
}

/** What a build of the fixture has left beside it. */
function isState(path: string): boolean {
  return ['.svc', 'deploy', 'out'].includes(basename(path));
}

describe('a site that is built has no findings', () => {
  it.each<readonly [what: string, files: Files]>([
    ['with everything on', TEA_HOUSE],
    ['without a sidecar', teaHouse({ sidecar: false })],
    ['with a sidecar elsewhere', teaHouse({ sidecar: 'https://agents.tea.example' })],
    ['without pages', teaHouse({ html: 'none' })],
    ['below a folder of its host', teaHouse({ site: { url: `${BASE}/blog`, name: 'The Kettle Room' } })],
    ['with another prefix of the read API', teaHouse({ restPrefix: 'data/v2' })],
    ['without a read API', teaHouse({ restApi: 'off' })],
    [
      'with a read API of its CMS',
      teaHouse({ html: 'none', restApi: { external: { base: `${BASE}/wp-json/wp/v2`, idParam: 'id' } } }),
    ],
    ['with the default profile', teaHouse({ profile: 'default' })],
    ['without signatures', teaHouse({}, { enable_signing: false })],
    ['hidden from search', teaHouse({ site: { url: BASE, name: 'Quiet', public: false } })],
    [
      'with everything off',
      teaHouse(
        { sidecar: false, html: 'none', resources: [], mcpServers: [], plugins: [] },
        {
          enable_llms_txt: false,
          enable_llms_full: false,
          enable_markdown: false,
          enable_robots: false,
          enable_sitemap: false,
          enable_changes: false,
          enable_tdmrep: false,
          enable_security_txt: false,
          enable_signing: false,
          enable_auth_md: false,
          enable_ai_catalog: false,
        },
      ),
    ],
  ])('%s', async (_, files) => {
    const cwd = await builtSite(files);
    const report = await validateIn(cwd);
    expect(report.findings).toEqual([]);
    expect(report).toMatchObject({ ok: true, errors: 0, warnings: 0, out: join(cwd, 'out') });
  });

  it.each<readonly [fixture: string, sources: readonly string[]]>([
    ['example', ['content']],
    ['wxr', ['workshop-part-1.xml', 'workshop-part-2.xml']],
    ['wxr', ['awkward.xml']],
    ['ghost', ['tideline.json']],
    ['files/hugo', ['content']],
    ['files/jekyll', ['.']],
    ['files/broken', ['.']],
  ])('from the fixture %s: %s', async (fixture, sources) => {
    const cwd = join(workspace(), 'site');
    cpSync(join('fixtures', fixture), cwd, { recursive: true, filter: (path) => !isState(path) });
    const args = ['--base-url', BASE, '--out', '../out', ...sources.flatMap((one) => ['--source', one])];
    await build(args, { cwd });
    const report = await validateIn(cwd, ['--out', '../out']);
    expect(report.findings).toEqual([]);
  });

  it.each(['blog', 'docs', 'old'])('over the built pages of the fixture %s', async (fixture) => {
    const cwd = workspace();
    cpSync(join('fixtures', 'html', fixture), join(cwd, 'site'), { recursive: true });
    await build(['--base-url', BASE, '--site', 'site'], { cwd });
    expect((await validateIn(cwd, ['--site', 'site'])).findings).toEqual([]);
  });

  it('with titles, tags and categories that would end a script, and a policy on an http address of its own', async () => {
    const url = 'http://tea.example';
    const files = teaHouse(
      { site: { url, name: 'The </script> Room' }, plugins: [] },
      { security: { contacts: ['mailto:mia@tea.example', `${url}/contact/`], policy: `${url}/policy/` } },
    );
    const front = 'title: "A </script> <b>title"\nid: 9\ndate: 2026-06-02';
    const text = `---\n${front}\ntags: ["</script>", "a<b"]\ncategories: ["</script><i>"]\n---\n\nHold \`</script>\` tight.\n`;
    const cwd = await builtSite({ ...files, 'content/posts/script.md': text });
    expect((await validateIn(cwd)).findings).toEqual([]);
  });

  it('when only its output folder is known', async () => {
    const cwd = await builtSite(TEA_HOUSE);
    const elsewhere = workspace();
    const report = await validateIn(elsewhere, [join(cwd, 'out')]);
    expect(report.findings).toEqual([]);
    expect(report.baseUrl).toBe(BASE);
  });
});
