/** Parts of pages and whole pages that extensions of WordPress show to some readers only. */
import { describe, expect, it } from 'vitest';
import { wxr } from '../../support/build/export.js';
import { filesIn, text, workspace } from '../../support/build/workspace.js';
import {
  describeKind,
  has,
  nowhere,
  type Sibling,
  WORDPRESS,
  warned,
  withheld,
} from '../../support/cases/kinds.js';
import { build } from '../../support/cli/run-svc.js';

const OPEN = '<p>Open words.</p>';
const open = has('Open words.');
const after = has('Words after it.');
const AFTER = '<p>Words after it.</p>';

type Case = Sibling<Parameters<typeof WORDPRESS.files>[0][number]>;

/** A part between two marks is nowhere in the output, and what surrounds it stays. */
const between = (what: string, start: string, end: string, number: number): Case => {
  const secret = `HELD${100 + number}`;
  return [what, `${OPEN}${start}<p>${secret}</p>${end}${AFTER}`, open, after, nowhere(secret)];
};
const block = (name: string, attributes: object): readonly [string, string] => [
  `<!-- wp:${name} ${JSON.stringify(attributes)} --><div>`,
  `</div><!-- /wp:${name} -->`,
];

describeKind('extensions that enclose text in shortcodes', WORDPRESS, [
  between('progress of a course', '[course_notstarted course_id="1"]', '[/course_notstarted]', 1),
  between('progress of a quiz', '[quiz_complete quiz_id="1"]', '[/quiz_complete]', 2),
  between('a decision about an order', "[MM_Order_Decision isGift='true']", '[/MM_Order_Decision]', 3),
  between('only, in one word', '[eyesonly]', '[/eyesonly]', 4),
  between('only, of an unknown extension', '[clubonly]', '[/clubonly]', 5),
  between('people by name', '[box username="bob"]', '[/box]', 6),
  between('a condition', '[if-so rule="x"]', '[/if-so]', 7),
  between('hidden from visitors', '[aam hide="visitor"]', '[/aam]', 8),
  between('shown to a role', '[aam show="editor"]', '[/aam]', 9),
  between('a capability', '[can manage_options]', '[/can]', 10),
  between('a capability by name', '[show cap="edit_posts"]', '[/show]', 11),
  between('logic of a builder', '[fusion_text render_logics="W3siZmllbGQiOiJ4In1d"]', '[/fusion_text]', 12),
  between('a part to be shown later', '[row status="publish_after" publish_date="2099-01-01"]', '[/row]', 13),
  between('an answer first', '[reply-to-view]', '[/reply-to-view]', 15),
  between('hide, in one word', '[ihide]', '[/ihide]', 16),
  between('a locker', '[optinlocker id="2"]', '[/optinlocker]', 17),
  between('a gate for addresses', '[emailgate]', '[/emailgate]', 18),
  between('pay to view', '[erphpdown]', '[/erphpdown]', 19),
  between('a class of a builder', '[vc_row el_class="wide members-only"]', '[/vc_row]', 20),
  between('a class of a module', '[et_pb_text module_class="logged-in-only"]', '[/et_pb_text]', 40),
  between('free members', '[is_free]', '[/is_free]', 41),
  between('hidden from a role, in one word', '[hidefrom role="guest"]', '[/hidefrom]', 42),
  between('an unfinished part', '[draft]', '[/draft]', 43),
  between('a part for some time', '[timed-content-server show="1 Jan 2099"]', '[/timed-content-server]', 14),
]);

describeKind('extensions that enclose text in blocks', WORDPRESS, [
  between('a course', ...block('learndash/ld-student', { course_id: '1' }), 21),
  between('a group of a course', ...block('learndash/ld-group', { group_id: '1' }), 22),
  between('secure', ...block('wp-fusion/secure-block', { tag: '5' }), 23),
  between('plans as text', ...block('group', { acmeMembershipPlans: ['12'] }), 24),
  between('not for guests', ...block('group', { acmekit: { loggedout: false } }), 25),
  between(
    'conditions for each screen',
    ...block('divi/group', {
      module: { decoration: { conditions: { desktop: { value: [{ conditionName: 'loggedInStatus' }] } } } },
    }),
    26,
  ),
  between(
    'off on each screen',
    ...block('divi/group', {
      module: {
        decoration: {
          disabledOn: { desktop: { value: 'on' }, tablet: { value: 'on' }, phone: { value: 'on' } },
        },
      },
    }),
    27,
  ),
  [
    'off on telephones',
    `${block('divi/group', { module: { decoration: { disabledOn: { phone: { value: 'on' } } } } }).join(OPEN)}`,
    open,
  ],
  [
    'for guests and accounts',
    block('group', { acmekit: { loggedin: true, loggedout: true } }).join(OPEN),
    open,
  ],
  between(
    'off on all screens',
    ...block('kadence/rowlayout', { vsdesk: true, vstablet: true, vsmobile: true }),
    61,
  ),
  between(
    'off on all screens, by the editor',
    ...block('group', {
      metadata: { blockVisibility: { viewport: { desktop: false, tablet: false, mobile: false } } },
    }),
    62,
  ),
  between(
    'off on all screens, by classes',
    ...block('group', { className: 'hide-on-desktop hide-on-tablet hide-on-mobile' }),
    63,
  ),
  between('not shown', ...block('group', { show: false }), 64),
  between('disabled', ...block('group', { disabled: true }), 65),
  between('a draft', ...block('group', { isDraft: true }), 66),
  between('a least level', ...block('group', { min_level: 2 }), 67),
  between('a time to come', ...block('group', { availableFrom: '2099-01-01' }), 68),
  between('an embargo', ...block('group', { embargo: '2099-05-01' }), 69),
  between('several audiences', ...block('group', { audiences: ['staff'] }), 70),
]);

describeKind('two empty blocks around a part', WORDPRESS, [
  between(
    'with plans',
    '<!-- wp:pms/content-restriction-start {"subscription_plans":["3"]} /-->',
    '<!-- wp:pms/content-restriction-end /-->',
    31,
  ),
  between(
    'with roles',
    '<!-- wp:wppb/content-restriction-start {"user_roles":["editor"]} /-->',
    '<!-- wp:wppb/content-restriction-end /-->',
    32,
  ),
  between(
    'by an attribute alone',
    '<!-- wp:acme/begin-part {"audience":"subscribers"} /-->',
    '<!-- wp:acme/end-part /-->',
    33,
  ),
  [
    'without an end',
    `${OPEN}<!-- wp:acme/members-start /--><p>HELD134</p>`,
    open,
    nowhere('HELD134'),
    warned(/never closed/),
  ],
]);

const meta = (key: string, value: string, secret: string): Case => [
  `${key}: ${value.slice(0, 30)}`,
  { body: `<p>${secret}</p>`, meta: { [key]: value } },
  withheld,
  nowhere(secret),
];

describeKind('post meta of extensions', WORDPRESS, [
  ['a public one', OPEN, open],
  meta('_wpmem_block', '1', 'HELD201'),
  meta('memberful_available_to_any_registered_user', '1', 'HELD202'),
  meta('pms-content-restrict-all-subscription-plans', 'all', 'HELD203'),
  meta('wppb-content-restrict-user-status', 'loggedin', 'HELD204'),
  meta('wc_pay_per_post_product_ids', 'a:1:{i:0;s:2:"12";}', 'HELD205'),
  meta('wpf-settings', 'a:1:{s:12:"lock_content";s:1:"1";}', 'HELD206'),
  meta('_is4wp_any_membership', '1', 'HELD207'),
  meta('_wppcp_post_page_visibility', 'member', 'HELD208'),
  meta('urcr_meta_checkbox', 'on', 'HELD209'),
  meta('urcr_meta_override_global_settings', 'on', 'HELD210'),
]);

describeKind('post meta that sounds like a restriction', WORDPRESS, [
  ['a public one', OPEN, open, warned(/The post meta \\"_acme_paywall\\" sounds like a restriction/)],
  meta('is_members_only', '1', 'HELD211'),
  meta('_acme_paywall', 'yes', 'HELD212'),
  meta('content_visibility', 'subscribers', 'HELD213'),
  meta('_access_level', 'premium', 'HELD214'),
  meta('_allowed_roles', 'a:1:{i:0;s:6:"editor";}', 'HELD215'),
  meta('_require_login', '1', 'HELD216'),
  meta('_hide_from_guests', '1', 'HELD217'),
  [
    'about parts of the page, numbers and texts',
    {
      body: OPEN,
      meta: {
        _hide_title: '1',
        _hide_from_search: '1',
        _hide_from_visitors: '0',
        hide_sidebar: 'yes',
        hide_padding_content: '1',
        _edit_lock: '1700000000:1',
        _jetpack_memberships_contains_paid_content: '1',
        _members_access_error: 'Sorry',
        _wc_memberships_force_public: 'yes',
        _user_liked: 'a:1:{s:6:"user-1";i:1;}',
        _wpmem_block: '0',
        _wppcp_post_page_visibility: 'all',
        'wpf-settings': 'a:1:{s:12:"lock_content";i:0;}',
        login_count: '1',
        show_subscribe_form: '1',
        _purchase_note: 'Thanks for your purchase',
        _wxr_import_user_slug: 'admin',
        _theme_portfolio_role: 'Designer',
      },
    },
    open,
  ],
]);

describeKind('an opening tag with nothing behind it', WORDPRESS, [
  [
    'holds nothing back',
    `${OPEN}\n\n[wp_users]\n`,
    open,
    warned(/\[wp_users\] isn't known; what the site shows/),
  ],
  ['nor before empty paragraphs', `${OPEN}\n\n[user_dashboard]\n<p></p>`, open],
  ['but does before any text', `${OPEN}\n\n[members_only]\n<p>HELD401</p>`, open, nowhere('HELD401')],
]);

describeKind('copies of what is held back', WORDPRESS, [
  [
    'a note of a part for members',
    {
      body: `${OPEN}[members]<p>HELD301<sup data-fn="aa">1</sup></p>[/members]<p>b<sup data-fn="bb">2</sup></p><!-- wp:footnotes /-->`,
      meta: { footnotes: '[{"id":"aa","content":"HELD302 of it"},{"id":"bb","content":"A note for all"}]' },
    },
    open,
    has('A note for all'),
    nowhere('HELD30'),
  ],
  [
    'two words in the description',
    {
      body: `${OPEN}[members]<p>HELD303 code</p>[/members]`,
      meta: { _yoast_wpseo_metadesc: 'HELD303 code' },
    },
    open,
    nowhere('HELD303'),
  ],
  [
    'a title that recurs',
    { title: 'The pier', body: `${OPEN}[members]<p>The pier HELD304</p>[/members]` },
    open,
    has('The pier'),
    nowhere('HELD304'),
  ],
]);

describe('rules of an export as a whole', () => {
  const rule = (id: number, type: string, content: string, status = 'publish') => ({
    id,
    type: 'memberpressrule',
    status,
    meta: { _mepr_rules_type: type, _mepr_rules_content: content },
  });
  const restriction =
    'a:2:{s:10:"userStatus";s:9:"logged_in";s:10:"conditions";a:2:{s:15:"logicalOperator";s:2:"or";s:5:"items";a:1:{i:0;a:3:{s:4:"type";s:4:"rule";s:4:"name";s:24:"content_is_selected_post";s:7:"options";a:1:{s:8:"selected";a:1:{i:0;i:7;}}}}}}';
  const category = (id: number, slug: string, more = '') =>
    `<wp:category><wp:term_id>${id}</wp:term_id><wp:category_nicename>${slug}</wp:category_nicename><wp:cat_name>${slug}</wp:cat_name>${more}</wp:category>`;
  const head =
    category(31, 'club') +
    category(
      32,
      'locked',
      '<wp:termmeta><wp:meta_key>visibility</wp:meta_key><wp:meta_value>protected</wp:meta_value></wp:termmeta>',
    ) +
    category(33, 'below', '<wp:category_parent>locked</wp:category_parent>') +
    category(
      34,
      'news',
      '<wp:termmeta><wp:meta_key>order</wp:meta_key><wp:meta_value>1</wp:meta_value></wp:termmeta>',
    );
  const of = (slug: string) => ({ terms: [{ taxonomy: 'category', slug, name: slug }] });

  it('hold back the pages that they cover, wherever they are in the file', async () => {
    const items = [
      { id: 1, slug: 'single', body: 'HELD401' },
      { id: 2, slug: 'of-category', body: 'HELD402', ...of('club') },
      { id: 3, slug: 'parent', type: 'page', body: 'Open parent' },
      { id: 4, slug: 'child', type: 'page', parent: 3, body: 'HELD404' },
      { id: 5, slug: 'grandchild', type: 'page', parent: 4, body: 'HELD405' },
      { id: 6, slug: 'inner-circle/a', body: 'HELD406' },
      { id: 7, slug: 'selected', body: 'HELD407' },
      { id: 8, slug: 'of-term', body: 'HELD408', ...of('locked') },
      { id: 9, slug: 'below-term', body: 'HELD409', ...of('below') },
      { id: 10, slug: 'news', body: 'Open news', ...of('news') },
      { id: 11, slug: 'old-rule', body: 'Open since' },
      rule(21, 'single_post', '1'),
      rule(22, 'category', '31'),
      rule(23, 'parent_page', '3'),
      rule(24, 'custom', '/inner-circle'),
      rule(25, 'single_post', '11', 'trash'),
      { id: 26, type: 'cc_restriction', meta: { restriction_settings: restriction } },
      rule(27, 'weather', '1'),
    ];
    const cwd = workspace({ 'export.xml': wxr(items, { head }) });
    const report = await build(['--source', 'export.xml', '--base-url', 'https://tern.example'], { cwd });
    expect(filesIn(cwd).filter((file) => file.startsWith('out/') && /HELD4/.test(text(cwd, file)))).toEqual(
      [],
    );
    for (const slug of ['parent', 'news', 'old-rule'])
      expect(text(cwd, 'out', `${slug}.md`)).toContain('Open');
    const codes = report.warnings.map(({ code }) => code);
    expect(codes).toContain('wxr-access-rule');
    expect(JSON.stringify(report.warnings)).toContain(
      'The term meta \\"visibility\\" of the category “locked”',
    );
  });

  it('can cover everything but some', async () => {
    const items = [
      { id: 1, slug: 'prices', body: 'Open prices' },
      { id: 2, slug: 'notes', body: 'HELD412' },
      rule(21, 'all_posts', '1, 9'),
    ];
    const cwd = workspace({ 'export.xml': wxr(items) });
    await build(['--source', 'export.xml', '--base-url', 'https://tern.example'], { cwd });
    expect(text(cwd, 'out/prices.md')).toContain('Open prices');
    expect(filesIn(cwd).filter((file) => file.startsWith('out/') && /HELD4/.test(text(cwd, file)))).toEqual(
      [],
    );
  });
});

describeKind('blocks that only look as if something hid them', WORDPRESS, [
  ['off on one screen', `${block('group', { vsdesk: true, vsmobile: false }).join('Open words.')}`, open],
  ['levels of headings', `${block('acme/outline', { minLevel: 2, maxLevel: 4 }).join('Open words.')}`, open],
  ['what a click shows', '[click-to-reveal]Open words.[/click-to-reveal]', open],
  ['a part to fold', '[showhide type="links"]Open words.[/showhide]', open],
  [
    'a profile, and a form for e-mail',
    `${block('activitypub/reply', { selectedUser: '1' }).join('Open words.')}<!-- wp:jetpack/subscriptions /-->`,
    open,
    ({ report }) => expect(report.warnings.filter(({ code }) => code === 'privacy-held-back')).toEqual([]),
  ],
  ['a list of sights', '[places_to_see]Open words.[/places_to_see]', open],
  [
    'switches of parts',
    `${block('group', { link: { show: false }, displayDate: false }).join('Open words.')}`,
    open,
  ],
]);

describeKind('items that extensions keep from programs or visitors', WORDPRESS, [
  ['a page that only members can open', { meta: { _wp_page_template: 'page-members-only.php' } }, withheld],
  ['a template about members', { body: OPEN, meta: { _wp_page_template: 'template-members.php' } }, open],
  ['a robots tag', { meta: { _robots: 'noindex,nofollow' } }, withheld],
  ['an index of its own', { meta: { _metaseo_metaindex: 'noindex' } }, withheld],
  ['no llms.txt', { meta: { _designsetgo_exclude_llms: '1' } }, withheld],
  ['not for AI', { meta: { _acme_hide_from_ai: 'yes' } }, withheld],
  ['an address elsewhere', { meta: { _links_to: 'https://other.example/' } }, withheld],
  ['a redirect', { meta: { _yoast_wpseo_redirect: 'https://other.example/' } }, withheld],
  ['a password of an extension', { meta: { ppwp_post_password: 'tide' } }, withheld],
  [
    'taken back',
    { meta: { '_expiration-date': '1500000000', '_expiration-date-status': 'saved' } },
    withheld,
  ],
  ['the default of the site', { body: OPEN, meta: { '_yoast_wpseo_meta-robots-noindex': '2' } }, open],
  [
    'only its terms change',
    {
      body: OPEN,
      meta: {
        '_expiration-date': '1500000000',
        '_expiration-date-status': 'saved',
        '_expiration-date-type': 'category',
      },
    },
    open,
  ],
]);
