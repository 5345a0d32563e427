import { describe, expect, it } from 'vitest';
import { NO_PRIVACY_RULES } from '../../../../src/content/privacy/privacy.js';
import { cutGates } from '../../../../src/content/privacy/wordpress/cut.js';
import { serialise } from '../../../support/build/shop.js';
import { entryOf, metaOf } from '../../../support/sources/wxr/helpers.js';

/** The body of a page with that post meta, without blocks and what they hold back. */
async function bodyOf(meta: Readonly<Record<string, string>>, stored = ''): Promise<string> {
  const fields = Object.entries(meta).map(([key, value]) => metaOf(key, value));
  const { body, protected: isProtected } = await entryOf(
    `<content:encoded><![CDATA[${stored}]]></content:encoded>${fields.join('')}`,
  );
  expect(isProtected).toBe(false);
  return cutGates(body, NO_PRIVACY_RULES)
    .text.replace(/<!--[^<>]*-->/g, '')
    .replace(/\n+/g, '\n')
    .trim();
}

const THEMIFY = '_themify_builder_settings_json';
const rowOf = (...modules: unknown[]) => JSON.stringify([{ row_order: '0', cols: [{ modules }] }]);

const item = (_type: string, prefix: string, header: string, content: string) => ({
  _type,
  [`${prefix}_header_content`]: header,
  [`${prefix}_content`]: content,
});

describe('a page whose elements contain their parts', () => {
  it('of Themify shows its texts, whose names end in those of their modules', async () => {
    const text = { mod_name: 'text', mod_settings: { content_text: '<p>Oars</p>' } };
    const image = { mod_name: 'image', mod_settings: { url_image: '/i.jpg', alt_image: 'A' } };
    const items = [{ title_accordion: 'Wet?', text_accordion: 'Very' }];
    const list = { mod_name: 'accordion', mod_settings: { content_accordion: items } };
    expect(await bodyOf({ [THEMIFY]: rowOf(text, image, list) })).toBe(
      '<p>Oars</p>\n<figure><img src="/i.jpg" alt="A"></figure>\n<h3>Wet?</h3>\n<p>Very</p>',
    );
  });

  it('of Zion Builder shows its texts', async () => {
    const options = { content: 'Tides', tag: 'h2' };
    const button = { button_text: 'Book', link: { link: '/b/' } };
    const content = [
      { element_type: 'zion_heading', options },
      { element_type: 'zion_button', options: button },
    ];
    const elements = JSON.stringify([{ element_type: 'zion_section', content }]);
    const meta = { _zionbuilder_page_status: 'enabled', _zionbuilder_page_elements: elements };
    expect(await bodyOf(meta)).toBe('<h2>Tides</h2>\n<p><a href="/b/">Book</a></p>');
  });

  it('of Live Composer shows its texts, which stand beside the names of elements', async () => {
    const content = [
      { element_type: 'module', module_id: 'DSLC_Image', image_url: '/i.jpg', image_title: 'x' },
      { element_type: 'module', module_id: 'DSLC_Info_Box', title: 'Sail', content: 'Far' },
    ];
    const rows = [{ element_type: 'row', content: [{ element_type: 'module_area', content }] }];
    expect(await bodyOf({ dslc_code: JSON.stringify(rows) })).toBe(
      '<figure><img src="/i.jpg" alt=""></figure>\n<h3>Sail</h3>\n<p>Far</p>',
    );
  });

  it.each([serialise, (value: unknown) => Buffer.from(serialise(value)).toString('base64')])(
    'of BeTheme stands before the body',
    async (encode) => {
      const items = [{ type: 'column', fields: { title: 'For editors', content: '<p>Sail</p>' } }];
      const value = encode([{ attr: { title: 'Section' }, wraps: [{ attr: [], items }] }]);
      expect(await bodyOf({ 'mfn-page-items': value }, 'Below')).toBe('<p>Sail</p>\nBelow');
    },
  );

  it('of Cornerstone replaces the body', async () => {
    const modules = [
      { _type: 'headline', text_content: 'Tides', text_tag: 'h2' },
      { _type: 'button', anchor_text_primary_content: 'Book', anchor_href: '/b/' },
      { _type: 'text', text_content: 'CANARY', show_condition: [{ type: 'user-loggedin' }] },
      { _type: 'accordion', _modules: [item('accordion-item', 'accordion_item', 'Wet?', 'Very')] },
    ];
    const data = JSON.stringify([
      { _type: 'section', _modules: [{ _type: 'layout-row', _modules: modules }] },
    ]);
    expect(await bodyOf({ _cornerstone_data: data }, '[cs_content][cs_element_section _id="1"]')).toBe(
      '<h2>Tides</h2>\n<p><a href="/b/">Book</a></p>\n<h3>Wet?</h3>\n<p>Very</p>',
    );
  });

  it('of GoodLayers stands before the body', async () => {
    const items = [
      { template: 'element', type: 'title', value: { title: 'Sail', 'title-tag': 'h2' } },
      { template: 'element', type: 'text-box', value: { content: '<p>Far</p>' } },
    ];
    const column = { template: 'wrapper', type: 'column', column: '30', items };
    const value = serialise([
      { template: 'wrapper', type: 'background', value: { id: '' }, items: [column] },
    ]);
    expect(await bodyOf({ 'gdlr-core-page-builder': value }, 'Below')).toBe(
      '<h2>Sail</h2>\n<p>Far</p>\nBelow',
    );
  });

  it('gives way to a body, which is a copy of it', async () => {
    const text = { mod_name: 'text', mod_settings: { content_text: 'Old' } };
    expect(await bodyOf({ [THEMIFY]: rowOf(text) }, 'New')).toBe('New');
  });

  it.each([
    { display_conditions: [{ role: 'editor' }] },
    { hide_bp: 'xs sm md lg xl' },
    { _cssClasses: 'members-only' },
  ])('holds back what has conditions: %j', async (conditions) => {
    const settings = { content_text: 'CANARY', ...conditions };
    const html = await bodyOf({ [THEMIFY]: rowOf({ mod_name: 'text', mod_settings: settings }) });
    expect(html).not.toContain('CANARY');
  });
});

it('reads the shortcodes of Oxygen up to version 3', async () => {
  const tag = (name: string, options: unknown, content: string) =>
    `[${name} ct_options='${JSON.stringify(options)}']${content}[/${name}]`;
  const condition = { original: { globalconditions: { 0: { name: 'User Logged In' } } } };
  const shortcodes = tag(
    'ct_section',
    {},
    tag('ct_headline', { original: { tag: 'h1' } }, 'Plans') +
      tag('ct_link_text', { original: { url: '/p/' } }, 'All') +
      tag('ct_div_block', condition, tag('ct_text_block', {}, 'CANARY')),
  );
  expect(await bodyOf({ ct_builder_shortcodes: shortcodes })).toBe(
    '<h1>Plans</h1>\n<p><a href="/p/">All</a></p>',
  );
});

it('reads the HTML of Thrive Architect', async () => {
  const meta = { tcb_editor_enabled: '1', tve_updated_post: '<div><h2>Sail</h2></div>' };
  expect(await bodyOf(meta)).toBe('<div><h2>Sail</h2></div>');
});
