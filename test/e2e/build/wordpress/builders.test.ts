import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beaverPage, box, bricksPage, elementorPage, widget } from '../../../support/build/builders.js';
import { type Item, wxr } from '../../../support/build/export.js';
import { serialise } from '../../../support/build/shop.js';
import { filesIn, text, workspace } from '../../../support/build/workspace.js';
import { build } from '../../../support/cli/run-svc.js';

const ARGS = ['--source', 'export.xml', '--base-url', 'https://tea.example', '--out', 'out'];

async function built(...items: readonly Item[]) {
  const cwd = workspace({ 'export.xml': wxr(items) });
  const { warnings } = await build(ARGS, { cwd });
  const leaks = filesIn(join(cwd, 'out')).filter((file) =>
    readFileSync(join(cwd, 'out', file), 'latin1').includes('CANARY'),
  );
  const twin = text(cwd, 'out/page.md');
  return { twin: twin.slice(twin.indexOf('*<https')), warnings, leaks };
}

describe('Elementor', () => {
  it('is read from its own data, whatever the stored body says', async () => {
    const { twin, leaks, warnings } = await built(
      elementorPage([
        box(
          {
            _title: 'CANARY-label',
            title_color: '#CANARY',
            hide_mobile: 'hidden-mobile',
            flex_justify_content: 'space-between',
          },
          widget('heading', { title: 'Boats & <b>ropes</b>', header_size: 'h2', align: 'center' }),
          widget('text-editor', { editor: '<p>First.</p><p>Second <a href="/x/">link</a>.</p>' }),
          widget('button', { text: 'Book now', link: { url: '/book/', is_external: '' }, size: 'lg' }),
          widget('image', { image: { url: 'https://files.example/a.jpg', id: 9, alt: 'A boat' } }),
        ),
        widget('icon-box', { description_text: 'We sail daily.', title_text: 'Daily trips' }),
        widget('icon-list', { icon_list: [{ text: 'Tea' }, { text: 'Milk', link: { url: '/milk/' } }] }),
        widget('accordion', { tabs: [{ tab_title: 'When?', tab_content: '<p>At noon.</p>' }] }),
        widget('testimonial', {
          testimonial_content: 'Best trip ever.',
          testimonial_name: 'Ada',
          testimonial_job: 'Sailor',
        }),
        widget('price-table', {
          heading: 'Day pass',
          currency_symbol: 'euro',
          price: '39',
          period: 'a day',
          features_list: [{ item_text: 'Lunch' }, { item_text: 'Guide' }],
          button_text: 'Buy',
          link: { url: 'https://tea.example/buy/' },
        }),
        widget('video', { youtube_url: 'https://www.youtube.com/watch?v=abc' }),
        widget('form', { form_name: 'CANARY-form', form_fields: [{ field_label: 'CANARY-field' }] }),
        widget('heading', { title: 'CANARY-static', __dynamic__: { title: '[elementor-tag name="x"]' } }),
      ]),
    );
    expect(leaks).toEqual([]);
    // The links of the widgets lead to pages that this export doesn't have.
    expect(warnings.map(({ code }) => code)).toEqual(['links-broken']);
    expect(twin).toMatch(/^\*<https.*>\*\n\n## Boats & \*\*ropes\*\*/);
    expect(twin).toContain('First.\n\nSecond [link](https://tea.example/x/).');
    expect(twin).toContain('[Book now](https://tea.example/book/)');
    expect(twin).toContain('![A boat](https://files.example/a.jpg)');
    expect(twin).toContain('### Daily trips\n\nWe sail daily.');
    expect(twin).toContain('- Tea\n- [Milk](https://tea.example/milk/)');
    expect(twin).toContain('### When?\n\nAt noon.');
    expect(twin).toContain('> Best trip ever.\n>\n> Ada, Sailor');
    expect(twin).toContain(
      '### Day pass\n\n€39 a day\n\n- Lunch\n- Guide\n\n[Buy](https://tea.example/buy/)',
    );
    expect(twin).toContain('https://www.youtube.com/watch?v=abc');
  });

  it('keeps the values beside labels, and a heading of a paragraph as one', async () => {
    const { twin } = await built(
      elementorPage([
        widget('heading', { title: 'A long line below the title.', header_size: 'p' }),
        widget('facts', {
          tabs: [
            { meta_label: 'Designer', meta_value: 'Ada' },
            { meta_label: 'Date', meta_value: 'May 2024' },
          ],
        }),
      ]),
    );
    expect(twin).toContain('\nA long line below the title.\n\n- Designer: Ada\n- Date: May 2024');
  });

  it('reads nested tabs, values of version 4, and templates that the export contains', async () => {
    const { twin, leaks } = await built(
      elementorPage([
        widget(
          'nested-tabs',
          { tabs: [{ tab_title: 'One' }, { tab_title: 'Two' }] },
          {
            elements: [
              box({}, widget('text-editor', { editor: 'First pane.' })),
              box({}, widget('text-editor', { editor: 'Second pane.' })),
            ],
          },
        ),
        widget('e-heading', {
          title: {
            $$type: 'html-v3',
            value: { content: { $$type: 'string', value: 'Atomic' }, children: [] },
          },
        }),
        widget('template', { template_id: '7' }),
        widget('template', { template_id: '8' }),
        widget('acme-tabs', {
          tabs: [
            { tab_label: 'Quay', template_id: '7' },
            { tab_label: 'Pier', template_id: '8' },
          ],
        }),
      ]),
      elementorPage([widget('text-editor', { editor: 'From the template.' })], {
        id: 7,
        type: 'elementor_library',
      }),
      elementorPage([widget('text-editor', { editor: 'CANARY-draft' })], {
        id: 8,
        type: 'elementor_library',
        status: 'draft',
      }),
    );
    expect(twin).toMatch(/### One\n\nFirst pane\.\n\n### Two\n\nSecond pane\./);
    expect(twin).toContain('## Atomic');
    expect(twin).toMatch(/From the template\.[\s\S]+### Quay\n\nFrom the template\.\n\n### Pier/);
    expect(leaks).toEqual([]);
  });

  it.each<[string, object]>([
    ['display conditions', { e_display_conditions: '[{"condition":"login_status","value":"logged_in"}]' }],
    ['visibility by an extension', { enabled_visibility: 'yes', dce_visibility_selected: 'yes' }],
    [
      'conditions of another',
      { jedv_enabled: 'yes', jedv_conditions: [{ jedv_condition: 'user-logged-in' }] },
    ],
    [
      'protected content',
      { eael_ext_content_protection: 'yes', eael_ext_content_protection_user_role: ['editor'] },
    ],
    ['all screens switched off', { hide_desktop: 'x', hide_tablet: 'x', hide_mobile: 'x' }],
  ])('holds back what some readers see: %s', async (_name, settings) => {
    const secret = widget('text-editor', { editor: 'CANARY-secret', ...settings });
    const { twin, leaks, warnings } = await built(
      elementorPage([
        box(settings as Record<string, unknown>, widget('heading', { title: 'CANARY-inside' })),
        secret,
        widget('text-editor', { editor: 'Open text.' }),
      ]),
    );
    expect(twin).toContain('Open text.');
    expect(leaks).toEqual([]);
    // What an editor switches off for everyone needs no word.
    expect(JSON.stringify(warnings).includes('elementor/')).toBe(!('hide_mobile' in settings));
  });

  it('publishes nothing of a page whose broken data names conditions, and says so', async () => {
    const broken = (data: string, body: string) => {
      const page = elementorPage([], { body });
      return built({ ...page, meta: { ...page.meta, _elementor_data: data } });
    };
    const { leaks, warnings } = await broken('[{"settings":{"jedv_conditions":[', 'CANARY-copy');
    expect(leaks).toEqual([]);
    expect(warnings.map(({ code }) => code)).toContain('wxr-builder-data');
    const open = await broken('[{"settings":{"title":"A', 'An open copy.');
    expect(open.twin).toContain('An open copy.');
  });
});

describe('Beaver Builder', () => {
  it('is read from its own data in the order of positions', async () => {
    const { twin, leaks } = await built(
      beaverPage([
        { type: 'heading', heading: 'Moorings', tag: 'h2' },
        { type: 'rich-text', text: '<p>Rows of <em>boats</em>.</p>' },
        { type: 'accordion', items: [{ label: 'Where?', content: '<p>North pier.</p>' }] },
        { type: 'button', text: 'Reserve', link: 'https://tea.example/reserve/' },
        { type: 'photo', photo: 12, photo_src: 'https://files.example/pier.jpg', data: { alt: 'The pier' } },
        { type: 'callout', title: 'Notice', text: 'Low tide.', cta_text: 'More', link: '/tide/' },
        { type: 'html', html: '<p>Raw.</p>' },
        { type: 'rich-text', text: 'For guests.', visibility_display: 'logged_out' },
        { type: 'rich-text', text: 'CANARY-members', visibility_display: 'logged_in' },
        { type: 'rich-text', text: 'CANARY-never', visibility_display: '0' },
        { type: 'rich-text', text: 'CANARY-logic', visibility_logic: [[{ type: 'wordpress/user-role' }]] },
        { type: 'contact-form', name_placeholder: 'CANARY-form', title: 'CANARY-title' },
      ]),
    );
    expect(leaks).toEqual([]);
    expect(twin).toMatch(/## Moorings\n\nRows of \*boats\*\.\n\n### Where\?\n\nNorth pier\.\n\n\[Reserve\]/);
    expect(twin).toContain('![The pier](https://files.example/pier.jpg)');
    expect(twin).toContain('### Notice\n\nLow tide.\n\n[More](https://tea.example/tide/)');
    expect(twin).toContain('Raw.\n\nFor guests.');
  });
});

describe('Bricks', () => {
  it('is read from its own data', async () => {
    const { twin, leaks } = await built(
      bricksPage([
        { id: 'a', name: 'section', parent: 0, children: ['b', 'c', 'd', 'e'], settings: {} },
        { id: 'c', name: 'text', parent: 'a', children: [], settings: { text: '<p>Body.</p>' } },
        { id: 'b', name: 'heading', parent: 'a', children: [], settings: { text: 'Knots', tag: 'h2' } },
        {
          id: 'd',
          name: 'button',
          parent: 'a',
          children: [],
          settings: { text: 'Learn', link: { type: 'external', url: '/learn/' } },
        },
        {
          id: 'e',
          name: 'text-basic',
          parent: 'a',
          children: [],
          settings: { text: 'CANARY', _conditions: [[{ key: 'user_logged_in', compare: '==', value: '1' }]] },
        },
      ]),
    );
    expect(leaks).toEqual([]);
    expect(twin).toContain('## Knots\n\nBody.\n\n[Learn](https://tea.example/learn/)');
  });
});

describe('Divi and WPBakery', () => {
  it('show what their modules have in attributes, and not what editors switched off', async () => {
    const { twin, leaks } = await built({
      id: 1,
      type: 'page',
      slug: 'page',
      body: [
        '[et_pb_section][et_pb_row][et_pb_column]',
        '[et_pb_testimonial author="Ada" job_title="Sailor" company_name="Loft"]Fine ropes.[/et_pb_testimonial]',
        '[et_pb_pricing_table title="Pass" subtitle="A day" currency="€" sum="39" per="day" button_text="Buy" button_url="/buy/"]Lunch[/et_pb_pricing_table]',
        '[et_pb_text disabled_on="on|on|on"]CANARY-disabled[/et_pb_text]',
        '[et_pb_text disabled_on="on|off|off" disabled="off"]On large screens.[/et_pb_text]',
        '[/et_pb_column][/et_pb_row][/et_pb_section]',
        '[et_pb_section disabled="on"][et_pb_row][et_pb_text]CANARY-off[/et_pb_text][/et_pb_row][/et_pb_section]',
        '[vc_row][vc_column][vc_cta h2="Sail<br />away" h4="All year"]Come along.[/vc_cta][/vc_column][/vc_row]',
        '[vc_row disable_element="yes"][vc_column][vc_column_text]CANARY-row[/vc_column_text][/vc_column][/vc_row]',
      ].join('\n'),
    });
    expect(leaks).toEqual([]);
    expect(twin).toContain('Fine ropes.\n\nAda, Sailor, Loft');
    expect(twin).toMatch(/Pass\n\nA day\n\n€39 \/ day\n\nLunch\n\n\[Buy\]\(https:\/\/tea\.example\/buy\/\)/);
    expect(twin).toContain('On large screens.');
    expect(twin).toMatch(/Sail\s+away\n\nAll year\n\nCome along\./);
  });
});

it('data of a builder that is no data makes no page fail', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
      const pages = [
        elementorPage([value]),
        {
          ...bricksPage([]),
          id: 2,
          slug: 'b',
          meta: { _bricks_editor_mode: 'bricks', _bricks_page_content_2: serialise(value ?? '') },
        },
      ];
      const { twin } = await built(...pages);
      expect(twin).not.toContain('undefined');
    }),
    { numRuns: 8 },
  );
});
