/** Blocks of WordPress whose text is in their attributes. */
import { describeKind, has, lacks, nowhere, WORDPRESS } from '../../support/cases/kinds.js';

const part = (value: unknown, more: object = {}) => ({ innerContent: { desktop: { value } }, ...more });
const block = (name: string, attributes: object) =>
  `<!-- wp:${name} ${JSON.stringify(attributes).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')} /-->`;
const within = (name: string, inner: string) => `<!-- wp:${name} {} -->${inner}<!-- /wp:${name} -->`;
const font = (headingLevel: string) => ({
  decoration: { font: { font: { desktop: { value: { headingLevel } } } } },
});

describeKind('modules of Divi 5', WORDPRESS, [
  [
    'headings and texts',
    block('divi/heading', { title: part('The pier', font('h2')) }) +
      block('divi/text', { content: part('<p>It is long.</p><ul><li>200 m</li></ul>'), locked: part('on') }),
    has('## The pier\n'),
    has('It is long.\n\n- 200 m'),
  ],
  [
    'a title with a link',
    block('divi/blurb', {
      title: part({ text: 'Boats' }),
      content: part('<p>Rent them.</p>'),
      imageIcon: part({ useIcon: 'on', icon: { unicode: '&#xe03b;' } }),
      module: { advanced: { link: { desktop: { value: { url: 'https://boats.example/' } } } } },
    }),
    has('#### [Boats](https://boats.example/)\n\nRent them.'),
    lacks('xe03b'),
  ],
  [
    'buttons, pictures and videos',
    block('divi/button', { button: part({ text: 'Join', linkUrl: 'https://join.example/' }) }) +
      block('divi/image', { image: part({ src: 'https://pic.example/a.jpg', alt: 'A boat' }) }) +
      block('divi/video', { video: part({ src: 'https://www.youtube.com/watch?v=abcdefghijk' }) }),
    has('[Join](https://join.example/)'),
    has('![A boat](https://pic.example/a.jpg)'),
    has('https://www.youtube.com/watch?v=abcdefghijk'),
  ],
  [
    'a picture of a blurb, and where a picture leads',
    block('divi/blurb', { imageIcon: part({ src: 'https://pic.example/b.jpg', alt: 'B' }) }) +
      block('divi/image', {
        image: part({ src: 'https://pic.example/a.jpg', alt: 'A', linkUrl: 'https://boats.example/' }),
      }),
    has('![B](https://pic.example/b.jpg)'),
    has('[![A](https://pic.example/a.jpg)](https://boats.example/)'),
  ],
  [
    'tabs and prices',
    within('divi/tabs', block('divi/tab', { title: part('Spring'), content: part('<p>Mild.</p>') })) +
      within(
        'divi/pricing-tables',
        block('divi/pricing-table', {
          title: part('Day'),
          price: part('9'),
          currencyFrequency: part({ currency: '€', per: 'day' }),
          content: part('+Oars\n+Vest'),
        }),
      ),
    has('#### Spring\n\nMild.'),
    has(/#### Day\n\n9\n\n€ \/ day\n\n\+Oars\\?\n\+Vest/),
  ],
  [
    'modules of other makers, and shortcodes in them',
    block('difl/card', { heading: part('A card'), content: part('<p>[su_note]Noted.[/su_note]</p>') }),
    has('#### A card\n\nNoted.'),
    lacks('su_note'),
  ],
  [
    'what the site computes, labels for editors, and forms',
    block('divi/text', {
      content: part('$variable({"type":"content","value":{"name":"post_title"}})$ Shown'),
    }) +
      `<!-- wp:divi/row {"module":{"meta":{"adminLabel":{"desktop":{"value":"Members area"}}}}} -->${block('divi/text', { content: part('In the row') })}<!-- /wp:divi/row -->` +
      block('divi/contact-form', { title: part('Write to us') }),
    has('Shown'),
    has('In the row'),
    lacks('variable'),
    lacks('Write to us'),
  ],
  [
    'a part for members',
    block('divi/text', { content: part('<p>Open. [members]HELD51[/members]</p>') }),
    has('Open.'),
    nowhere('HELD51'),
  ],
]);

describeKind('fields of blocks', WORDPRESS, [
  [
    'choices among looks',
    block('acf/hero', {
      data: { heading: 'The pier', text_color: 'crimson', layout: 'wide', _layout: 'field_1' },
    }),
    has('The pier'),
    lacks('crimson'),
    lacks('wide'),
  ],
  [
    'pictures by their ids',
    block('acf/pic', { data: { picture: 901, _picture: 'field_1', caption: 'At low tide' } }),
    has('](https://tern.example/wp-content/uploads/pier.jpg)'),
    has('At low tide'),
  ],
  [
    'the picture itself',
    {
      id: 901,
      type: 'attachment',
      status: 'inherit',
      more: '<wp:attachment_url>https://old.example/wp-content/uploads/pier.jpg</wp:attachment_url>',
    },
  ],
  [
    'texts that a page substitutes in a pattern of a pattern',
    block('block', { ref: 902 }),
    has('## Inner words'),
    lacks('Old words'),
  ],
  [
    'the outer pattern',
    {
      id: 902,
      type: 'wp_block',
      body: block('block', { ref: 903, content: { Head: { content: 'Inner words' } } }),
    },
  ],
  [
    'the inner pattern',
    {
      id: 903,
      type: 'wp_block',
      body: '<!-- wp:heading {"metadata":{"name":"Head","bindings":{"__default":{"source":"core/pattern-overrides"}}}} --><h2>Old words</h2><!-- /wp:heading -->',
    },
  ],
]);
