import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Item, wxr } from '../../support/build/export.js';
import { leaksIn } from '../../support/build/leaks.js';
import { text, workspace, writeFiles } from '../../support/build/workspace.js';
import { build, runSvc } from '../../support/cli/run-svc.js';
import {
  CANARY,
  INVENTED_GATES,
  PLANTED_GATES,
  PUBLIC_PIECES,
  PUBLIC_SHORTCODES,
} from '../../support/sources/privacy/planted.js';

const ARGS = ['--source', 'export.xml', '--base-url', 'https://harbour.example'];
const HIDDEN = /CANARY/i;

const config = (more: object = {}) =>
  JSON.stringify({ profile: 'max-readiness', sidecar: true, html: 'render', ...more });

/** A public entry that holds a gate in every text that it has. */
function planted(id: number, gate: string): Item {
  return {
    id,
    title: `Open title ${id} ${gate.includes('\n') ? '' : gate}`,
    slug: `gate-${id}`,
    excerpt: `Open excerpt ${id}. ${gate}`,
    body: `<p>Open start ${id}.</p>\n\n${gate}`,
    meta: {
      _thumbnail_id: String(5000 + id),
      _yoast_wpseo_title: `Open seo ${id} ${gate}`,
      _yoast_wpseo_metadesc: `Open description ${id}. ${gate}`,
      _yoast_wpseo_focuskw: `tide ${gate}`,
    },
  };
}

/** The picture of such an entry. */
function picture(id: number, gate: string): Item {
  return {
    id: 5000 + id,
    parent: id,
    type: 'attachment',
    status: 'inherit',
    title: `Picture ${gate}`,
    excerpt: `Caption ${gate}`,
    meta: { _wp_attachment_image_alt: `Alternative ${gate}` },
    more: `<wp:attachment_url>https://old.example/picture-${id}.png</wp:attachment_url>`,
  };
}

const shortcode = (name: string) => `[${name} a="b"]<p>${CANARY}</p>[/${name}]`;

describe('[4.2.3-protected] gates of a WordPress export', () => {
  it('let nothing out of any text, in any file, whatever they are called', async () => {
    const gates = [...INVENTED_GATES.map(shortcode), ...Object.values(PLANTED_GATES)];
    const items = gates.flatMap((gate, index) => [planted(index + 1, gate), picture(index + 1, gate)]);
    const shows = {
      id: 900,
      slug: 'pictures',
      body: '[gallery ids="5001,5002"]\n\n<!-- wp:block {"ref":901} /-->',
    };
    const block = { id: 901, type: 'wp_block', body: `<p>Open block.</p>${shortcode('vip')}` };
    const cwd = workspace({ 'export.xml': wxr([...items, shows, block]), 'svc.config.json': config() });
    const report = await build(ARGS, { cwd });
    expect(leaksIn(join(cwd, 'out'), HIDDEN)).toEqual([]);
    for (const [index] of gates.entries()) {
      expect(text(cwd, `out/gate-${index + 1}.md`)).toContain(`Open start ${index + 1}.`);
    }
    expect(text(cwd, 'out/pictures.md')).toContain('Open block.');
    const named = report.warnings.filter(({ code }) => code === 'privacy-held-back');
    expect(named.length).toBeGreaterThanOrEqual(INVENTED_GATES.length);
  });

  it('lose no text that is for everybody', async () => {
    const pieces = [
      ...PUBLIC_SHORTCODES.map((name) => `[${name} style="wide"]PUBLIC[/${name}]`),
      ...Object.values(PUBLIC_PIECES),
    ];
    const items = pieces.map((body, index) => ({ id: index + 1, slug: `open-${index + 1}`, body }));
    const cwd = workspace({ 'export.xml': wxr(items), 'svc.config.json': config() });
    // What a lone shortcode would say is lost, and these entries are a few words long.
    const report = await build([...ARGS, '--strict', '--min-fidelity', '90'], { cwd });
    for (const [index, body] of pieces.entries()) {
      expect(text(cwd, `out/open-${index + 1}.md`), body).toContain('PUBLIC');
    }
    expect(report.warnings.filter(({ code }) => code === 'privacy-held-back')).toEqual([]);
    const kept = report.warnings.filter(({ code }) => code === 'wordpress-shortcode-kept');
    expect(kept.map(({ message }) => message).join('\n')).toContain('[callout]');
  });

  it('stop a strict build until the owner has decided, and the decision holds in the next build', async () => {
    const item = { id: 1, slug: 'prices', body: '<p>Open.</p>[vip_box]Perhaps[/vip_box]' };
    const cwd = workspace({ 'export.xml': wxr([item]), 'svc.config.json': config() });
    const { code, stderr } = await runSvc(['build', ...ARGS, '--strict'], { cwd });
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('[vip_box]') });
    await build(ARGS, { cwd });
    expect(leaksIn(join(cwd, 'out'), /Perhaps/)).toEqual([]);
    const again = await build(ARGS, { cwd });
    expect(again.warnings.map(({ code: found }) => found)).toContain('privacy-held-back');
    writeFiles(cwd, { 'svc.config.json': config({ privacy: { allow: ['vip_*'] } }) });
    await build([...ARGS, '--strict'], { cwd });
    expect(text(cwd, 'out/prices.md')).toContain('Perhaps');
    writeFiles(cwd, { 'svc.config.json': config({ privacy: { deny: ['vip_box'] } }) });
    const denied = await build([...ARGS, '--strict'], { cwd });
    expect(denied.warnings).toEqual([]);
    expect(leaksIn(join(cwd, 'out'), /Perhaps/)).toEqual([]);
  });

  it('show no picture of what is not public', async () => {
    const upload = (id: number, parent: number, more: Partial<Item> = {}): Item => ({
      ...picture(id - 5000, ''),
      id,
      parent,
      title: 'x',
      more: `<wp:attachment_url>https://old.example/${CANARY}-${id}.png</wp:attachment_url>`,
      ...more,
    });
    const items: Item[] = [
      { id: 1, slug: 'open', body: '<p>Open.</p>[gallery id="2"][gallery ids="5003,5004"]' },
      { id: 2, slug: 'private', status: 'private', body: '[gallery]' },
      upload(5002, 2),
      upload(5003, 1, { status: 'private' }),
      upload(5004, 1, { password: 'tide' }),
    ];
    const cwd = workspace({ 'export.xml': wxr(items), 'svc.config.json': config() });
    await build(ARGS, { cwd });
    expect(text(cwd, 'out/open.md')).toContain('Open.');
    expect(leaksIn(join(cwd, 'out'), HIDDEN)).toEqual([]);
  });
});
