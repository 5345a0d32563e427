import { describe, expect, it } from 'vitest';
import { flat, render } from '../../../../support/content/body/wordpress/helpers.js';
import { readFile } from '../../../../support/sources/wxr/helpers.js';

describe('members-only shortcodes', () => {
  it.each([
    'members',
    'members_access',
    'eyesonlier',
    'expiry',
    'rank_required',
    'hideit',
    'membership',
    'restrict',
    'restrict_content',
    'private',
    'private_Gold',
    'membersonly',
    'members-only',
    'protected',
    'mepr-active',
    's2If',
    '_s2If',
    'wlm_private',
    'pmpro_member',
    'um_loggedin',
    'rcp_only',
    'ihc-hide-content',
    'armember',
    'arm_restrict_content',
    'wcm_restrict',
    'pms-restrict',
    'swpm_protected',
    'groups_member',
    'logged_in',
    'is_user_logged_in',
    'subscribers_only',
    'paywall',
    'memberful',
    'passster',
    'llms_x',
    'ismember',
    'staff',
    'ordered',
    'product_owner',
    'license_holder',
    'over18',
    'reveal',
    'reveal_on_share',
    'ab_variant',
    'no_show',
  ])('[%s] takes its content with it', (name) => {
    expect(flat(render(`Open\n\n[${name} a="b"]\n\nCANARY [b]x[/b]\n\n[/${name}]\n\nOpen again`))).toBe(
      '<p>Open</p><p>Open again</p>',
    );
    expect(render(`a [${name}]CANARY[/${name.toUpperCase()}] b`)).toBe('<p>a  b</p>');
  });

  it.each([
    '[protect-content operation="hide" status="logged-out"]',
    '[church type="logged-in"]',
    '[content_for group="gold"]',
    '[part group="closed"]',
    '[datetime_show start="2030-01-01"]',
    '[nonguests]',
    '[loggeduser]',
    '[auth]',
    '[dev_note]',
    '[noindex]',
    '[pw]',
    '[ppv]',
    '[convertkit_content tag="5"]',
    '[b2bking_content show="b2b"]',
    '[arm_restrict_content plan="unregistered" type="hide"]',
    '[vc_column offset="vc_hidden-lg vc_hidden-md vc_hidden-sm vc_hidden-xs"]',
    "[av_section av-desktop-hide='av-desktop-hide' av-medium-hide='av-medium-hide' av-small-hide='av-small-hide' av-mini-hide='av-mini-hide']",
  ])('%s takes its content with it', (opening) => {
    const name = /[\w-]+/.exec(opening)?.[0];
    expect(render(`a ${opening}CANARY[/${name}] b`)).toBe('<p>a  b</p>');
  });

  it.each([
    '[vc_column offset="vc_hidden-xs"]',
    "[av_section av-desktop-hide='' av-medium-hide='' av-small-hide='av-small-hide' av-mini-hide='av-mini-hide']",
  ])('%s is hidden on some screens only, and stays', (opening) => {
    const name = /\w+/.exec(opening)?.[0];
    expect(render(`a ${opening}Seen[/${name}]`)).toContain('Seen');
  });

  it.each([
    '[protect-content status="logged-out"]',
    '[church_admin type="not-logged-in"]',
    '[groups_non_member group="Registered"]',
    '[public_only]',
    '[membership level="0"]',
    '[mm_access_decision access="false"]',
    '[arm_restrict_content plan="unregistered," type="show"]',
    '[b2bking_content show="loggedout"]',
    '[mepr-show if="loggedout"]',
    '[hide for="small"]',
    '[toggle status="closed"]',
    '[ms-protect-content id="1" access="no"]',
    '[toolset_access role="Guest"]',
    '[tatsu_row hide_in="tablet,mobile"]',
    '[fusion_text hide_on_mobile="small-visibility,medium-visibility,large-visibility"]',
  ])('%s is for readers without an account, and stays', (opening) => {
    const name = /[\w-]+/.exec(opening)?.[0];
    expect(render(`a ${opening}Seen[/${name}]`)).toContain('Seen');
  });

  it.each([
    ['nested in itself', '[members]CANARY[members]CANARY[/members]CANARY[/members]'],
    ['nested in a wrapper', '[vc_row][members a="b"]CANARY[/members][/vc_row]'],
    ['around a wrapper', '[members][vc_row]CANARY[/vc_row][/members]'],
    ['around an unclosed one', '[members][private]CANARY[/members]'],
    ['with parentheses', '[s2If !current_user_can(access_s2member_level1)]CANARY[/s2If]'],
    ['with a bracket in a value', '[restrict msg="a ] b"]CANARY[/restrict]'],
    ['inside pre', '<pre>[members]CANARY[/members]</pre>'],
    ['inside code of the highlighter', '[code][members]CANARY[/members][/code]'],
    ['behind broken markup', '[members]<b "CANARY[/members] <i x="'],
    ['behind a broken comment', '[members]<!-- CANARY[/members]'],
    [
      'across blocks',
      '<!-- wp:shortcode -->\n[members]\n<!-- /wp:shortcode -->\n<!-- wp:paragraph --><p>CANARY</p><!-- /wp:paragraph -->\n<!-- wp:shortcode -->\n[/members]\n<!-- /wp:shortcode -->',
    ],
    ['of those who comment', '[comment2view]CANARY[/comment2view]'],
    ['of those who come again', '[returning_visitor]CANARY[/returning_visitor]'],
    ['on all sizes of screens', '[hide for="small,medium,large"]CANARY[/hide]'],
    ['of a country', '[cfgeo include="us"]CANARY[/cfgeo]'],
    ['on all screens', '[tatsu_row hide_in="desktop,laptop,tablet,mobile"]CANARY[/tatsu_row]'],
    ['of everyone but visitors', '[toolset_access role="Guest" operator="is_not"]CANARY[/toolset_access]'],
    ['of a plan', '[acme_plan name="gold"]CANARY[/acme_plan]'],
    ['of a plan with a title', '[restrict_plan title="Gold" price="9"]CANARY[/restrict_plan]'],
    [
      'across the borders of blocks',
      '<!-- wp:group --><div>[members]</div><!-- /wp:group --><p>CANARY</p><!-- wp:group --><div>[/members]</div><!-- /wp:group -->',
    ],
  ])('hide what they enclose: %s', (_, body) => {
    expect(render(`${body}<p>Seen</p>`)).not.toContain('CANARY');
    expect(render(`<p>Seen</p>${body}`)).toContain('Seen');
  });

  it.each([
    '[staff name="Ada" photo="a.jpg"]',
    '[plan title="Gold" price="9"]',
    '[acme_plan name="Gold" price="9"]',
    '[client_logo]',
    '[acme_member name="Ada" job="Skipper"]',
    '[list_ordered]',
    '[place_holder]',
    '[owners_manual]',
  ])('%s introduces someone or something, and stays', (opening) => {
    const name = /\w+/.exec(opening)?.[0];
    expect(render(`${opening}Seen[/${name}]`)).toContain('Seen');
  });

  it.each([
    [{ blockPermissionsCondition: '!=', blockPermissionsUserStatus: 'logged-in' }, true],
    [{ blockPermissionsCondition: '!=', blockPermissionsUserStatus: 'logged-out' }, false],
    [{ blockPermissionsCondition: '=', blockPermissionsUserStatus: 'logged-out' }, true],
    [{ blockPermissionsCondition: '=', blockPermissionsRoles: ['editor'] }, false],
    [{ blockPermissionsCondition: '!=', blockPermissionsRoles: ['editor'] }, true],
    [{ condition: { toString: 1 } }, true],
  ])('blocks with %j show their text: %s', (attributes, isShown) => {
    const block = `<!-- wp:group ${JSON.stringify(attributes)} --><p>CANARY</p><!-- /wp:group -->`;
    expect(render(block).includes('CANARY')).toBe(isShown);
  });

  it('hide what follows one without an end that begins a block', () => {
    expect(render('<p>Seen</p><p>[members]CANARY</p>')).toBe('<p>Seen</p><p>');
    expect(render('<p>All [members] of the crew</p>')).toContain('crew');
  });

  it('don’t begin at one that prints a field of a reader', () => {
    expect(render('Hello [su_user field="display_name"], read on.')).toContain('read on');
    expect(render('Hi [su_user field="role" value="gold"] CANARY')).not.toContain('CANARY');
  });

  it('don’t begin at one that lists the members of a team', () => {
    expect(render('[acme_members rows="%5B%7B%22name%22%3A%22Ada%22%7D%5D"] Read on.')).toContain('Read on.');
    expect(render('[member items="5" autoplay="yes"] Read on.')).toContain('Read on.');
    expect(render('[acme_member name="Ada" image="7"] Read on.')).toContain('Read on.');
    expect(render('[acme_member name="x"] CANARY')).not.toContain('CANARY');
    expect(render('[acme_members level="2"] CANARY')).not.toContain('CANARY');
  });

  it('leave a word in brackets and an escaped one alone', () => {
    expect(render('The [private] road, and [[members]x[/members]].')).toBe(
      '<p>The [private] road, and [members]x[/members].</p>',
    );
  });
});

describe('members-only blocks', () => {
  it.each([
    '<!-- wp:pmpro/membership {"levels":["1"]} --><div>CANARY<!-- wp:paragraph --><p>CANARY</p><!-- /wp:paragraph --></div><!-- /wp:pmpro/membership -->',
    '<!-- wp:memberpress/protect --><p>CANARY</p><!-- /wp:memberpress/protect -->',
    '<!-- wp:premium-content/subscriber-view --><p>CANARY</p><!-- /wp:premium-content/subscriber-view -->',
    '<!-- wp:group {"blockVisibility":{"hideBlock":true}} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"hideForLoggedOut":true} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"blockVisibility":{"controlSets":[{"enable":true,"controls":{"userRole":{}}}]}} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"metadata":{"blockVisibility":false}} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:paragraph {"llms_visibility":"enrolled"} --><p>CANARY</p><!-- /wp:paragraph -->',
    '<!-- wp:paragraph {"visibilityBlockEnabled":true} --><p>CANARY</p><!-- /wp:paragraph -->',
    '<!-- wp:paragraph {"className":"hide-logged-out"} --><p>CANARY</p><!-- /wp:paragraph -->',
    '<!-- wp:group {"className":"staff-only"} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"className":"no-guests"} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"className":"wide hidden"} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"metadata":{"visibility":false}} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"newsletterVisibility":"email"} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"emailOnly":true} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"showInEmailOnly":true} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"showOnlyTo":"subscribers"} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"startDateTime":"2030-01-01","stopDateTime":"2030-02-01"} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"showOnWeb":false} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"hideOnWebsite":true} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:premium-content/container --><p>CANARY</p><!-- /wp:premium-content/container -->',
    '<!-- wp:acme/conditional-content {"condition":"enrolled"} --><p>CANARY</p><!-- /wp:acme/conditional-content -->',
    '<!-- wp:group {"otterConditions":[[{"type":"loggedOutUser"}],[{"type":"userRoles"}]]} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"hideFor":["logged-in","guests"]} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"publishDateTime":"2030-01-01T00:00:00"} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"startDate":"2030-01-01","endDate":"2030-02-01"} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"scheduledVisibility":{"start":"2030-01-01"}} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"expires":"2020-01-01"} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"expiresAt":1609459200} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"displayUntil":"01/02/2020"} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"blockSchedule":{"end":"2020-01-01"}} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"contentVisibility":{"title":true,"members":true}} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"visibleCountries":["DE"]} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"accessControl":{"plan":"gold"}} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"paywall":{"level":"silver"}} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"loginRequired":1} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"abTestVariant":"b"} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"monetizeBlockDisplay":"show-monetize-users"} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"acmeAccessControlVisibility":"hidden","acmeAccessControlUserStatus":"logged-out"} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"acmeAccessControlVisibility":"hidden","acmeAccessControlRules":[{"type":"loggedOutUser"}]} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:members/container --><p>CANARY</p><!-- wp:members/logged-out-view --><p>b</p><!-- /wp:members/logged-out-view --><!-- /wp:members/container -->',
    '<!-- wp:group {"blockVisibility":{"controlSets":[{"enable":true,"controls":{"screenSize":{"hideOnScreenSize":{"large":true,"medium":true,"small":true}}}}]}} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"blockVisibility":{"controlSets":[{"enable":true,"controls":{"userRole":{"visibilityByRole":"user-role","hideOnRestrictedRoles":true,"restrictedRoles":["editor","logged-out"]}}}]}} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"extended_widget_opts":{"roles":{"state":"in","options":"hide"}}} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"extended_widget_opts":{"dates":{"options":"show","from":"2030-01-01","to":"2030-02-01"}}} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"extended_widget_opts":{"days":{"options":"show","monday":"1"}}} --><p>CANARY</p><!-- /wp:group -->',
    '<!--start_widgetopts {"roles":{"state":"in"}} end_widgetopts--><p>CANARY</p>',
    '<!-- wp:kadence/rowlayout {"loggedOut":true,"loggedIn":true,"loggedInShow":[{"value":"editor"}]} --><p>CANARY</p><!-- /wp:kadence/rowlayout -->',
    '<!-- wp:group {"module":{"decoration":{"conditions":{"desktop":{"value":[{"conditionName":"loggedInStatus","conditionSettings":{"enableCondition":"on","displayRule":"loggedIn"}}]}}}}} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"conditionEnabled":false,"conditionalRoles":["editor"]} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"acme_cl_enable":"yes","acme_cl_logics":[{"logic_type":"login_status"}]} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:group {"otterConditions":[[{"type":"userRoles","visibility":true,"roles":["editor"]}]]} --><p>CANARY</p><!-- /wp:group -->',
    '<!-- wp:pmpro/membership --><p>CANARY</p>',
  ])('%s', (block) => {
    expect(render(`<p>a</p>${block}`)).toBe('<p>a</p>');
  });

  it('end a page at its paywall', () => {
    expect(
      render(
        '<p>a</p><!-- wp:jetpack/paywall /--><p>CANARY</p><!-- wp:paragraph --><p>CANARY</p><!-- /wp:paragraph -->',
      ),
    ).toBe('<p>a</p>');
    expect(
      render(
        '<!-- wp:group --><div><p>a</p><!-- wp:jetpack/paywall /--><p>CANARY</p></div><!-- /wp:group --><p>CANARY</p>',
      ),
    ).not.toContain('CANARY');
  });

  it('end a page at a paywall inside a reusable block', () => {
    const patterns = { 1: '<p>b</p><!-- wp:jetpack/paywall /--><p>CANARY</p>' };
    expect(flat(render('<p>a</p><!-- wp:block {"ref":1} /--><p>CANARY</p>', patterns))).toBe(
      '<p>a</p><p>b</p>',
    );
  });

  it.each([
    '{"className":"hide-logged-in"}',
    '{"className":"show-logged-out"}',
    '{"className":"team-member-card"}',
    '{"className":"hide-on-mobile"}',
    '{"newsletterVisibility":"web"}',
    '{"expires":""}',
    '{"expiration":"never"}',
    '{"metadata":{"blockVisibility":true}}',
    '{"hideFor":["logged-in"]}',
    '{"otterConditions":[[{"type":"loggedOutUser"}]]}',
    '{"blockControls":[{"control":"user_role","enabled":true,"roles":[],"approach":"logout"}]}',
    '{"acmeAccessControlRules":{"registration":{"active":true}},"acmeAccessControlVisibility":"hidden"}',
    '{"className":"faq-toggle hide"}',
    '{"privateParking":true,"wheelchairAccess":true}',
    '{"date":"2025-01-01"}',
    '{"contentVisibility":{"title":true,"price":false}}',
    '{"isUserOverlayColor":true,"memberColor":"gold"}',
    '{"member_image_border_radius":{"unit":"px","top":"12","isLinked":true}}',
    '{"blockVisibility":{"controlSets":[{"enable":true,"controls":{"screenSize":{"hideOnScreenSize":{"medium":true,"small":true}}}}]}}',
    '{"blockVisibility":{"controlSets":[{"enable":true,"controls":{"userRole":{"visibilityByRole":"user-role","hideOnRestrictedRoles":true,"restrictedRoles":["editor"]}}}]}}',
    '{"blockVisibility":{"controlSets":[{"enable":true,"controls":{"dateTime":{"schedules":[{"enable":false,"start":"2035-01-01"}]}}}]}}',
    '{"extended_widget_opts":{"id_base":-1,"roles":{"state":"","options":"hide"},"visibility":{"selected":"0","options":"hide","acf":{"visibility":"hide","field":"","condition":"","value":""}},"days":{"options":"hide"},"dates":{"options":"hide","from":"","to":""},"class":{"selected":"0","logic":""}}}',
    '{"extended_widget_opts":{"roles":{"state":"out","options":"hide"}}}',
    '{"otterConditions":[[{"type":"userRoles","visibility":false,"roles":["editor"]}]]}',
    '{"module":{"decoration":{"conditions":{"desktop":{"value":[{"conditionName":"loggedInStatus","conditionSettings":{"enableCondition":"on","displayRule":"loggedOut"}}]}}}}}',
    '{"module":{"decoration":{"conditions":{"desktop":{"value":[{"conditionName":"loggedInStatus","conditionSettings":{"enableCondition":"off","displayRule":"loggedIn"}}]}}}}}',
    '{"acme_cl_enable":"","acme_cl_logics":[{"logic_type":"login_status"}]}',
    '{"enabled_visibility":"","dce_visibility_role":["users"]}',
    '{"otterConditions":[[{"type":"screenSize","screen_sizes":["mobile"]}]]}',
  ])('stay with %s', (attributes) => {
    expect(render(`<!-- wp:group ${attributes} --><p>a</p><!-- /wp:group -->`)).toBe('<p>a</p>');
  });

  it.each([
    ['acme/conditional-content', '{"condition":"not-enrolled"}'],
    ['sensei-lms/conditional-content', '{"condition":"unenrolled"}'],
    ['kadence/rowlayout', '{"loggedIn":true,"loggedInShow":[{"value":"editor","label":"Editor"}]}'],
  ])('keep what %s %s shows to readers without an account', (name, attributes) => {
    expect(flat(render(`<!-- wp:${name} ${attributes} --><p>a</p><!-- /wp:${name} -->`))).toBe('<p>a</p>');
  });

  it('keep the part for guests in a container next to the part for subscribers', () => {
    const parts =
      '<!-- wp:premium-content/subscriber-view --><p>CANARY</p><!-- /wp:premium-content/subscriber-view -->' +
      '<!-- wp:premium-content/logged-out-view --><p>a</p><!-- /wp:premium-content/logged-out-view -->';
    const text = `<!-- wp:premium-content/container -->${parts}<!-- /wp:premium-content/container -->`;
    expect(flat(render(text))).toBe('<p>a</p>');
  });

  it('keep neither where their owner denies the container or the setting', () => {
    const container =
      '<!-- wp:acme/container --><!-- wp:acme/logged-out-view --><p>CANARY</p><!-- /wp:acme/logged-out-view --><!-- /wp:acme/container -->';
    const group =
      '<!-- wp:group {"acmeAccessControlVisibility":"hidden","acmeAccessControlRoles":["editor"]} --><p>CANARY</p><!-- /wp:group -->';
    const deny = ['acme/container', 'acmeAccessControlRoles'];
    expect(render(`<p>a</p>${container}${group}`, {}, undefined, { allow: [], deny })).toBe('<p>a</p>');
  });

  it('keep what is for everybody', () => {
    expect(render('<!-- wp:group {"blockVisibility":{"controlSets":[]}} --><p>a</p><!-- /wp:group -->')).toBe(
      '<p>a</p>',
    );
  });
});

describe('the fixtures', () => {
  it('show no hidden part of a public page', async () => {
    const { entries } = await readFile('fixtures/wxr/workshop-part-2.xml');
    const open = entries.filter(({ id }) => [20, 130, 131, 132, 133, 134].includes(id ?? 0));
    expect(open).toHaveLength(6);
    for (const { body } of open) expect(render(body)).not.toContain('CANARY');
    expect(render(open.find(({ id }) => id === 130)?.body ?? '')).toContain('Bring it back by Saturday.');
    expect(render(open.find(({ id }) => id === 131)?.body ?? '')).toContain('Ask any of them.');
  });
});
