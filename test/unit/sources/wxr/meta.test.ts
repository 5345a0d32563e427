import { describe, expect, it } from 'vitest';
import { NO_PRIVACY_RULES } from '../../../../src/content/privacy/privacy.js';
import { classifyMeta, metaRestricts } from '../../../../src/content/privacy/wordpress/meta.js';
import { parseRfc822 } from '../../../../src/sources/wxr/dates.js';
import { phpStrings, readPhpObjects, readPhpSerialized } from '../../../../src/sources/wxr/php-serialized.js';
import { entryOf, FIXTURES, metaOf, readFile } from '../../../support/sources/wxr/helpers.js';

describe('a block that shows post meta', () => {
  const bound = (name: string, html: string, keys: Readonly<Record<string, string>>) => {
    const entries = Object.entries(keys).map(([attribute, key]) => [
      attribute,
      { source: 'core/post-meta', args: { key } },
    ]);
    const attributes = JSON.stringify({ metadata: { bindings: Object.fromEntries(entries) } });
    return `<!-- wp:${name} ${attributes} -->${html}<!-- /wp:${name} -->`;
  };
  const bodyOf = async (block: string, meta: string) =>
    (await entryOf(`<content:encoded><![CDATA[${block}]]></content:encoded>${meta}`)).body;

  it('has its text, address and alternative text', async () => {
    const paragraph = bound('paragraph', '<p>Soon</p>', { content: 'price' });
    expect(await bodyOf(paragraph, metaOf('price', 'Nine pounds'))).toContain('--><p>Nine pounds</p><!--');
    const button = bound('button', '<div><a class="b">Soon</a></div>', { text: 'word', url: 'shop' });
    const meta = metaOf('word', 'Buy') + metaOf('shop', 'https://shop.example/');
    expect(await bodyOf(button, meta)).toContain(
      '<div><a href="https://shop.example/" class="b">Buy</a></div>',
    );
    const image = bound('image', '<figure><img src="" alt=""/></figure>', { url: 'shop', alt: 'word' });
    expect(await bodyOf(image, meta)).toContain('<img src="https://shop.example/" alt="Buy"/>');
  });

  it.each(['_price', 'members_price'])('keeps its own words instead of %s', async (key) => {
    const paragraph = bound('paragraph', '<p>Soon</p>', { content: key });
    expect(await bodyOf(paragraph, metaOf(key, 'Nine pounds'))).toContain('<p>Soon</p>');
  });

  it('keeps its own words where the export has no such meta', async () => {
    expect(await bodyOf(bound('paragraph', '<p>Soon</p>', { content: 'price' }), '')).toContain(
      '<p>Soon</p>',
    );
  });
});

describe('SEO extensions', () => {
  it.each([
    ['_yoast_wpseo_title', '_yoast_wpseo_metadesc'],
    ['rank_math_title', 'rank_math_description'],
    ['_aioseo_title', '_aioseo_description'],
    ['_aioseop_title', '_aioseop_description'],
    ['_seopress_titles_title', '_seopress_titles_desc'],
    ['_genesis_title', '_genesis_description'],
    ['_wds_title', '_wds_metadesc'],
    ['_sq_fp_title', '_sq_fp_description'],
    ['_su_title', '_su_description'],
    ['jetpack_seo_html_title', 'advanced_seo_description'],
  ])('reads %s and %s', async (title, description) => {
    const entry = await entryOf(metaOf(title, 'Oil & 20% patience') + metaOf(description, 'How to wait.'));
    expect(entry).toMatchObject({ seoTitle: 'Oil & 20% patience', description: 'How to wait.' });
  });

  it.each([
    ['%title% - shop', 'T - shop'],
    ['%%title%% %%page%% in %%primary_category%% %%sep%% %%sitename%%', 'T in Rope'],
    ['%sitename% | %title%: all about %focuskw%', 'T: all about knots'],
    ['%%title%% of %%sitename%% for you', 'T of Loft for you'],
    ['#post_title and %%tag%% #separator_sa #site_title', 'T and Hemp, Jute'],
    ['{{ post.title }} {{ post.categories }} {{ sep }} {{ site.title }}', 'T Rope'],
  ])('fills the template %s', async (template, title) => {
    const term = (domain: string, name: string) =>
      `<category domain="${domain}" nicename="${name}">${name}</category>`;
    const terms = term('category', 'Rope') + term('post_tag', 'Hemp') + term('post_tag', 'Jute');
    const meta = metaOf('_yoast_wpseo_title', template) + metaOf('_yoast_wpseo_focuskw', 'knots');
    expect((await entryOf(terms + meta)).seoTitle).toBe(title);
  });

  it('takes the image for cards where there is no featured one', async () => {
    const card = metaOf('rank_math_facebook_image', 'https://old.example/card.jpg');
    expect((await entryOf(card)).image).toBe('https://old.example/card.jpg');
    expect((await entryOf(card + metaOf('_thumbnail_id', '7'))).image).toBe(7);
  });

  it('reads the language of WPML', async () => {
    const meta =
      metaOf('_wpml_import_language_code', 'pt-br') + metaOf('_wpml_import_translation_group', '12');
    expect(await entryOf(meta)).toMatchObject({ lang: 'pt-br', translationKey: '12' });
  });

  it.each([
    '%%title%% %%sep%%',
    '%%title%% %%sep%% %%sitename%%',
    '#post_title',
    '{{ post.title }}',
    '%%cf_name(2)%%',
    '%%title%% %%currentyear%%',
    '%%title%% %%primary_category%%',
  ])('drops a title that is that of all pages, or has an unknown variable: %s', async (title) => {
    expect(await entryOf(metaOf('_yoast_wpseo_title', title))).not.toHaveProperty('seoTitle');
  });

  it.each([
    ['_yoast_wpseo_meta-robots-noindex', '1', true],
    ['_yoast_wpseo_meta-robots-noindex', '2', false],
    ['_yoast_wpseo_meta-robots-noindex', '0', false],
    ['rank_math_robots', 'a:1:{i:0;s:7:"noindex";}', true],
    ['rank_math_robots', 'a:1:{i:0;s:5:"index";}', false],
    ['_yoast_wpseo_meta-robots-adv', 'noarchive,nosnippet', true],
    ['_yoast_wpseo_meta-robots-adv', 'none', false],
    ['_seopress_robots_snippet', 'yes', true],
    ['_aioseo_robots_nosnippet', '1', true],
    ['_aioseop_noindex', 'on', true],
    ['_seopress_robots_index', 'yes', true],
    ['_seopress_robots_index', '', false],
    ['_genesis_noindex', '1', true],
    ['_genesis_noindex', '-1', false],
    ['_wds_meta-robots-noindex', '1', true],
    ['slim_seo', 'a:1:{s:7:"noindex";s:1:"1";}', true],
    ['slim_seo', 'a:1:{s:7:"noindex";s:1:"0";}', false],
    ['jetpack_seo_noindex', '1', true],
    ['_EventHideFromUpcoming', 'yes', true],
    ['some_other_noindex', '1', true],
    ['_wpseo_edit_robots', '3', true],
    ['_wpseo_edit_robots', '6', false],
    ['psp_meta', 'a:1:{s:12:"robots_index";s:7:"noindex";}', true],
    ['psp_meta', 'a:1:{s:12:"robots_index";s:5:"index";}', false],
    ['robotsmeta', 'noindex,nofollow', true],
    ['thesis_robots', 'a:1:{s:7:"noindex";s:1:"1";}', true],
    ['thesis_robots', 'a:1:{s:7:"noindex";s:1:"0";}', false],
    ['surerank_settings_general', 'a:1:{s:13:"post_no_index";s:3:"yes";}', true],
    ['_siteseo_robots_index', 'yes', true],
    ['_wp_llms_exclude', 'on', true],
    ['_noai', '1', true],
    ['unlisted', 'no', false],
    ['_unlisted', 'yes', true],
  ])('%s = %s means noindex: %s', async (key, value, noindex) => {
    expect((await entryOf(metaOf(key, value))).noindex).toBe(noindex);
  });

  it.each([
    ['rank_math_advanced_robots', 'a:1:{s:17:"unavailable_after";s:10:"2020-01-02";}', 1_577_923_200],
    ['_meta_robots', 'noarchive, unavailable_after: 2020-01-02', 1_577_923_200],
    ['_meta_robots', 'noarchive', undefined],
    ['hp_expired_time', '1577923200', 1_577_923_200],
    ['_job_expires', '2020-01-02', 1_578_009_599],
    ['_job_expires', '', undefined],
    ['_unpublish_date', '2020-01-02', 1_577_923_200],
    ['coupon_expiry_date', '2020-01-02', undefined],
    ['_expires_at', '2020-01-02', 1_577_923_200],
    ['display_until', '1577923200', 1_577_923_200],
    ['_cs-expire-date', '1577923200', undefined],
  ])('%s = %s ends the item at %s', async (key, value, expires) => {
    expect((await entryOf(metaOf(key, value))).expires).toBe(expires);
  });

  it.each([
    ['embargo_date', '2031-01-01', 1_925_000_000],
    ['_publish_after', '2031-01-01 10:00:00', 1_925_000_000],
    ['release_date', '2031-01-01', 0],
    ['embargo_reason', 'the fair', 0],
  ])('%s = %s publishes the item after %s', async (key, value, after) => {
    const { published = 0 } = await entryOf(metaOf(key, value));
    expect(published > 1_800_000_000).toBe(after > 0);
  });

  it.each([
    ['_cs-enable-schedule', 'Enable', '_cs-expire-date', '1577923200', 1_577_923_200],
    ['_cs-enable-schedule', 'Disable', '_cs-expire-date', '1577923200', undefined],
    ['hasp_expire_enable', '1', 'hasp_expire_date', '2020-01-02 00:00', 1_577_923_200],
    ['hasp_expire_enable', '0', 'hasp_expire_date', '2020-01-02 00:00', undefined],
  ])('%s = %s switches %s = %s', async (on, state, date, value, expires) => {
    expect((await entryOf(metaOf(on, state) + metaOf(date, value))).expires).toBe(expires);
  });

  it.each([
    ['s:10:"expireType";s:5:"draft"', 1_577_923_200],
    ['s:10:"expireType";s:12:"category-add"', undefined],
  ])('what a scheduled change does is in its older options: %s', async (action, expires) => {
    const schedule = metaOf('_expiration-date', '1577923200') + metaOf('_expiration-date-status', 'saved');
    const options = metaOf('_expiration-date-options', `a:1:{${action};}`);
    expect((await entryOf(schedule + options)).expires).toBe(expires);
  });

  it.each([
    [{ redirect: '/b/' }, true],
    [{ _pprredirect_url: '/b/', _pprredirect_active: '1' }, true],
    [{ _pprredirect_url: '/b/', _pprredirect_active: '' }, false],
    [{ _seopress_redirections_value: '/b/', _seopress_redirections_enabled: 'yes' }, true],
    [{ _seopress_redirections_value: '/b/' }, false],
    [
      {
        _seopress_redirections_value: '/b/',
        _seopress_redirections_enabled: 'yes',
        _seopress_redirections_logged_status: 'only_logged_in',
      },
      false,
    ],
  ])('a redirect of visitors keeps the item back: %j is %s', async (meta, noindex) => {
    const rows = Object.entries(meta).map(([key, value]) => metaOf(key, value));
    expect((await entryOf(rows.join(''))).noindex).toBe(noindex);
  });

  it.each([
    ['rank_math_focus_keyword', ' chain oil , chain, oil', 'chain oil'],
    ['_seopress_analysis_target_kw', 'creak', 'creak'],
    ['_yoast_wpseo_focuskw', ',creak', undefined],
  ])('takes the first of the keywords in %s: %j', async (key, value, keyword) => {
    expect((await entryOf(metaOf(key, value))).focusKeyword).toBe(keyword);
  });

  it('prefers our own description and keeps the canonical address aside', async () => {
    const entry = await entryOf(
      metaOf('_yoast_wpseo_metadesc', 'theirs') +
        metaOf('_svc_description', 'ours') +
        metaOf('_yoast_wpseo_canonical', 'https://other.example/'),
    );
    expect(entry).toMatchObject({ description: 'ours', extra: { canonical: 'https://other.example/' } });
  });

  it('reads the fixtures of the extensions', async () => {
    const { entries } = await readFile(`${FIXTURES}/extensions.xml`);
    expect(
      entries
        .slice(0, 5)
        .map(({ seoTitle, description, focusKeyword }) => [seoTitle, description, focusKeyword]),
    ).toEqual([
      [undefined, 'Wipe it, drip it, wait for it.', 'chain oil'],
      ['Brake blocks that do not squeal', 'Toe-in explained with a postcard.', undefined],
      ['Bottom brackets - creaks', 'Why it is hardly ever the bottom bracket.', 'creak'],
      ['Welcome to the net loft', 'A builder page with a title of its own.', undefined],
      [undefined, undefined, undefined],
    ]);
  });
});

describe('membership marks', () => {
  it.each([
    ['_members_access_role', 'editor', true],
    ['rcp_subscription_level', 'a:1:{i:0;s:1:"2";}', true],
    ['rcp_user_level', 'All', false],
    ['rcp_user_level', 'Editor', true],
    ['rcp_access_level', '0', false],
    ['_is_paid', '1', true],
    [
      'um_content_restriction',
      'a:2:{s:26:"_um_custom_access_settings";s:1:"1";s:14:"_um_accessible";s:1:"2";}',
      true,
    ],
    [
      'um_content_restriction',
      'a:2:{s:26:"_um_custom_access_settings";s:1:"0";s:14:"_um_accessible";s:1:"2";}',
      false,
    ],
    // The lines of the message ended as on Windows.
    [
      'um_content_restriction',
      'a:3:{s:26:"_um_custom_access_settings";b:1;s:1:"m";s:6:"a\n\nb";s:14:"_um_accessible";i:2;}',
      true,
    ],
    ['_jetpack_newsletter_access', 'everybody', false],
    ['_jetpack_newsletter_access', 'paid_subscribers', true],
    ['s2member_ccaps_req', 'a:1:{i:0;s:4:"gold";}', true],
    ['s2member_ccaps_req', 'a:0:{}', false],
    ['_wc_memberships_force_public', 'yes', false],
    ['patreon-level', '0', false],
    ['patreon-level', '5', true],
    ['patreon-total-patronage-level', '5', true],
    ['_um_groups_privacy', 'hidden', true],
    ['_um_groups_privacy', 'public', false],
    ['_wp_convertkit_post_meta', 'a:1:{s:16:"restrict_content";s:6:"tag_12";}', true],
    ['_wp_convertkit_post_meta', 'a:1:{s:16:"restrict_content";s:1:"0";}', false],
    ['td_post_theme_settings', 'a:1:{s:16:"tds_lock_content";s:1:"1";}', true],
    ['td_post_theme_settings', 'a:1:{s:16:"tds_lock_content";s:0:"";}', false],
    ['_coil_monetize_post_status', 'gate-all', true],
    ['_coil_monetize_post_status', 'no-gating', false],
    ['_coil_monetize_post_status', 'gate-tagged-blocks', false],
    ['page_visibility', 'logged_in', true],
    ['audience', 'internal', true],
    ['audience', 'Beginners', false],
    ['_is_draft', '1', true],
    ['_is_draft', '0', false],
    ['workflow_status', 'draft', true],
    ['workflow_status', 'approved', false],
    ['workflow_status', 'in-review', true],
    ['approval_status', 'pending', true],
    ['_redirect_to_login', '1', true],
    ['_redirect_to_login', 'no', false],
    ['private_parking', '1', false],
    ['_wc_restricted_type', 'restricted', true],
    ['_wc_restricted_type', 'public', false],
    ['allowed_user_ids', 'a:1:{i:0;i:5;}', true],
    ['_draft', '1', true],
    ['published', 'no', true],
    ['is_published', '0', true],
    ['published', '2020-01-02', false],
    ['published', '', false],
    ['member_role', 'Editor', false],
    ['member_role', 'editor', true],
    ['_hide_page', '1', true],
    ['_staff_only', '1', true],
    ['_login_page', '1', false],
    ['rtr_metabox_hide_page', '1', true],
    ['members_only_page', '1', true],
    ['_page_protected', '1', true],
    ['_nbuf_access_type', 'logged_in', true],
    ['viewable_by', 'members', true],
    ['_force_login', '1', true],
    ['ihc_mb_who', 'reg,5', true],
    ['ihc_mb_who', '', false],
    ['_issuem_leaky_paywall_visibility', 'a:1:{s:15:"visibility_type";s:4:"only";}', true],
    ['_issuem_leaky_paywall_visibility', 'a:1:{s:15:"visibility_type";s:10:"onlyalways";}', true],
    ['_issuem_leaky_paywall_visibility', 'a:1:{s:15:"visibility_type";s:7:"default";}', false],
    ['_issuem_leaky_paywall_visibility', 'a:1:{s:15:"visibility_type";s:6:"always";}', false],
    ['_rcp_woo_access_level_to_view', '2', true],
    ['_rcp_woo_access_level_to_view', '0', false],
    ['wp_protect_password_multiple_passwords', 'a:1:{i:0;s:4:"tide";}', true],
    ['laterpay_post_prices', 'a:1:{s:5:"price";d:1.5;}', true],
    ['laterpay_post_prices', 'a:1:{s:5:"price";d:0;}', false],
    ['memberful_acl', 'a:2:{s:7:"product";a:1:{i:0;s:2:"12";}s:12:"subscription";a:0:{}}', true],
    ['memberful_acl', 'a:1:{s:12:"subscription";a:1:{i:5;i:5;}}', true],
    ['memberful_acl', 'a:2:{s:7:"product";a:0:{}s:12:"subscription";a:0:{}}', false],
    ['memberful_available_to_any_registered_user', '1', true],
    ['groups-read', '3', true],
    ['_llms_is_restricted', 'yes', true],
    ['_llms_is_restricted', 'no', false],
    ['pms-content-restrict-subscription-plan', '12', true],
    ['pms-content-restrict-message-logged_out', 'Please log in', false],
    ['suremembers_post_access_group', 'a:1:{i:0;s:2:"12";}', true],
    ['arm_access_plan', '0', true],
    ['_show_members', '1', false],
    ['_show_to_members', '1', true],
    ['_password_strength', '1', false],
    ['_premium_badge', '1', false],
    ['show_password_field', '1', false],
    ['_role', 'Lead Engineer', false],
    ['role', 'Editor in chief', false],
    ['_restricted_role', 'shop manager', true],
    ['_role', 'gold member', true],
    ['role', 'Manager', false],
    ['plan', 'basic', false],
    ['user_level', 'beginner', false],
    ['_membership_level', 'gold', true],
    ['pricing_plans_0_plan_title', 'Starter', false],
    ['pricing_plans_0_plan_description', 'For small boats', false],
    ['access_rules_0_membership_plan', 'gold', true],
    ['wheelchair_access', 'yes', false],
    ['_limit_access', '1', true],
    ['rcp_subscription_level', 'all', false],
  ])('%s = %s protects: %s', async (key, value, isProtected) => {
    expect((await entryOf(metaOf(key, value))).protected).toBe(isProtected);
  });
});

it.each([
  ['block', 'reg', false],
  ['show', 'unreg', false],
  ['show', 'reg', true],
  ['block', 'unreg', true],
])('what Ultimate Membership Pro has as %s and %s is protected: %s', async (type, who, isProtected) => {
  const entry = await entryOf(metaOf('ihc_mb_type', type) + metaOf('ihc_mb_who', who));
  expect(entry.protected).toBe(isProtected);
});

it.each([
  ['0', true],
  ['1', false],
])(
  'a product with readers of its own is for visitors too with the group 0 = %s',
  async (value, isProtected) => {
    const manual = metaOf('b2bking_product_visibility_override', 'manual') + metaOf('b2bking_group_9', '1');
    expect((await entryOf(manual + metaOf('b2bking_group_0', value))).protected).toBe(isProtected);
    const standard = metaOf('b2bking_product_visibility_override', 'default');
    expect((await entryOf(standard + metaOf('b2bking_group_0', '0'))).protected).toBe(false);
  },
);

it.each(['_product_attributes', 'rank_math_advanced_robots', '_price', 'wprm_ingredients', '_thumbnail_id'])(
  'lists in %s where texts are expected do no harm',
  async (key) => {
    const list = 'a:2:{i:0;a:1:{s:4:"name";a:1:{i:0;i:1;}}s:5:"value";a:1:{s:8:"toString";i:1;}}';
    const item = `<wp:post_type>product</wp:post_type>${metaOf(key, list)}`;
    expect((await entryOf(item)).status).toBe('publish');
  },
);

describe('several rows of one key', () => {
  it.each([['groups-read'], ['_wpmem_block'], ['_members_only']])(
    '%s: one of them is enough',
    async (key) => {
      expect((await entryOf(metaOf(key, '1') + metaOf(key, '0'))).protected).toBe(true);
    },
  );
});

describe('a term', () => {
  it.each([
    ['category', 'members-only', true],
    ['category', 'private', true],
    ['post_tag', 'subscribers-only', true],
    ['access_level', 'members', true],
    ['membership', 'gold', true],
    ['category', 'members', false],
    ['category', 'membership', false],
    ['post_tag', 'private', false],
    ['post_tag', 'paywall', false],
    ['bp_docs_access', 'bp_docs_access_group_member_3', true],
    ['bp_docs_access', 'bp_docs_access_creator', true],
    ['bp_docs_access', 'bp_docs_access_anyone', false],
    ['access_level', 'public', false],
    ['simple-restrict-permission', 'wholesale', true],
    ['audience', 'students', false],
  ])('%s with %s protects: %s', async (taxonomy, slug, isProtected) => {
    const term = `<category domain="${taxonomy}" nicename="${slug}">T</category>`;
    expect((await entryOf(term)).protected).toBe(isProtected);
  });
});

describe('own keys', () => {
  it.each([
    ['chains, oil\nbrakes', ['chains', 'oil', 'brakes']],
    ['a:2:{i:0;s:6:"chains";i:1;s:3:"oil";}', ['chains', 'oil']],
    ['O:8:"stdClass":0:{}', []],
  ])('topics %s', async (value, topics) => {
    const entry = await entryOf(metaOf('_svc_topics', value));
    expect(entry.topics).toEqual(topics);
  });

  it.each([
    ['0', false],
    ['no', false],
    ['1', true],
  ])('llms %s', async (value, llms) => {
    expect((await entryOf(metaOf('_svc_llms', value))).llms).toBe(llms);
  });

  it('ignores a thumbnail that is no id', async () => {
    expect(await entryOf(metaOf('_thumbnail_id', 'none'))).not.toHaveProperty('image');
  });
});

describe('readPhpSerialized', () => {
  it.each([
    ['i:-3;', -3],
    ['d:0.5;', 0.5],
    ['d:33.3299999999999982946974341757595539093017578125;', 33.33],
    ['b:1;', true],
    ['N;', null],
    ['s:6:"Größ";', 'Größ'],
    ['s:5:"a";b:";', 'a";b:'],
    ['a:2:{i:0;s:1:"x";s:1:"k";a:1:{i:5;i:6;}}', { 0: 'x', k: { 5: 6 } }],
  ])('reads %s', (text, value) => {
    expect(readPhpSerialized(text)).toEqual(value);
  });

  it.each([
    '',
    'plain',
    's:9:"short";',
    'a:9999999:{i:0;s:-9:"',
    'a:2:{i:0;i:1;}',
    'O:8:"stdClass":0:{}',
    'a:1:{i:0;O:1:"X":0:{}}',
    'i:1;i:2;',
    'r:1;',
    'a:99999999999:{',
  ])('refuses %s', (text) => {
    expect(readPhpSerialized(text)).toBeUndefined();
  });

  it('reads objects of any class as records, where a builder stores them', () => {
    expect(readPhpObjects('O:9:"WM_Module":1:{s:4:"node";i:1;}', 9)).toEqual({ node: 1 });
  });

  it('refuses endless nesting', () => {
    expect(readPhpSerialized(`${'a:1:{i:0;'.repeat(5000)}i:1;${'}'.repeat(5000)}`)).toBeUndefined();
  });

  it('keeps a key that has a meaning to JavaScript harmless', () => {
    const value = readPhpSerialized('a:1:{s:9:"__proto__";s:1:"x";}');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('lists strings', () => {
    expect(phpStrings('a:2:{i:0;s:1:"a";i:1;i:2;}')).toEqual(['a', '2']);
    expect(phpStrings('just text')).toEqual(['just text']);
    expect(phpStrings('')).toEqual([]);
  });
});

describe('parseRfc822', () => {
  it.each([
    ['Sat, 15 Mar 2008 08:00:00 +0100', Date.UTC(2008, 2, 15, 7)],
    ['15 Mar 2008 08:00 GMT', Date.UTC(2008, 2, 15, 8)],
  ])('reads %s', (text, expected) => {
    expect(parseRfc822(text)).toBe(expected / 1000);
  });

  it.each(['', 'Mon, 30 Nov -0001 00:00:00 +0000', 'Sat, 31 Feb 2008 08:00:00 +0000', 'yesterday'])(
    'refuses “%s”',
    (text) => {
      expect(parseRfc822(text)).toBeUndefined();
    },
  );
});

it.each([
  ['pay_to_view', '1', true],
  ['_newsletter_only', 'yes', true],
  ['allowed_users', 'ada, bo', true],
  ['content_gate', 'email', true],
  ['click_to_view', '1', false],
  ['_newsletter_only', '0', false],
  ['allowed_users', '', false],
  ['gate', 'iron', false],
])('post meta %s with “%s” restricts: %s', (key, value, expected) => {
  expect(metaRestricts(key, value)).toBe(expected);
  expect(!expected || classifyMeta(key, NO_PRIVACY_RULES) === 'access').toBe(true);
});

it.each(['price', '_post_visibility', '_hide_page_from_guests', 'ihc_mb_who'])(
  'serialised data under %s can be read for restrictions',
  (key) => {
    expect(() => metaRestricts(key, Object.assign(Object.create(null), { 0: 'a' }))).not.toThrow();
  },
);
