/** The word that no output may hold. */
export const CANARY = 'CANARY';

/** Invented shortcodes that sound like access, in several languages. */
export const INVENTED_GATES: readonly string[] = [
  ...[
    'su_members',
    'acme_private',
    'hide',
    'content_protect',
    'password_protect',
    'role',
    'show_if_logged_in',
  ],
  ...['vip-lounge', 'patronsOnly', 'exclusive_offer_text', 'unlock_me', 'locked', 'secret-note', 'insider'],
  ...['tide_paywall', 'gate', 'gated-section', 'login_required', 'if_subscribed', 'premiumBox', 'paid_part'],
  ...[
    'restricted-area',
    'subscriber_view',
    'customer_zone',
    'supporters',
    'donors_only',
    'acl',
    'capability',
  ],
  ...[
    'userrole',
    'registered_users',
    'only_for_crew',
    'display_to',
    'visibility',
    'confidential',
    'staffonly',
  ],
  ...[
    'nur_fuer_mitglieder',
    'geschuetzt',
    'kostenpflichtig',
    'abonnes',
    'reserve_aux_membres',
    'acces_limite',
  ],
  ...[
    'solo_suscriptores',
    'contenido_privado',
    'contrasena',
    'area_riservata',
    'abbonati',
    'assinantes',
    'senha',
  ],
  ...['alleen_leden', 'ingelogd', '会員限定', '有料記事', 'kaiin_gentei'],
];

/** Invented shortcodes that don't sound so, or that look as if they did. */
export const PUBLIC_SHORTCODES: readonly string[] = [
  ...[
    'button',
    'accordion',
    'tabs',
    'tab',
    'columns',
    'one_half',
    'callout',
    'notice',
    'alert',
    'toggle',
    'spoiler',
  ],
  ...[
    'team_member',
    'staff-members',
    'crew_member_bio',
    'navigate',
    'aggregate',
    'gateway_arch',
    'clock',
    'parole',
  ],
  ...[
    'accessible_table',
    'accessory',
    'remember_this',
    'highlight_box',
    'lead',
    'dropcap',
    'pullquote',
    'timeline',
  ],
  ...['su_guests', 'recipe', 'blockquote2', 'review', 'faq_item', 'hinweis', 'encadre', '注意書き'],
];

const P = (text: string) => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`;
const group = (attributes: string, inner = P(CANARY)) =>
  `<!-- wp:group ${attributes} --><div class="wp-block-group">${inner}</div><!-- /wp:group -->`;

/** Gates that aren't a plain shortcode around a text, by what they are. */
export const PLANTED_GATES: Readonly<Record<string, string>> = {
  'a condition': `[if user="admin"]${CANARY}[/if]`,
  'an extension by prefix': `[wpf tag="Gold"]${CANARY}[/wpf]`,
  'an attribute of a shortcode': `[section visible_to="members"]${CANARY}[/section]`,
  'a role in a shortcode': `[box role="subscriber"]${CANARY}[/box]`,
  'curly quotes': `[su_members message=“Sign in”]${CANARY}[/su_members]`,
  'a bracket in a value': `[vip text="a ] b"]${CANARY}[/vip]`,
  'other capitals': `[Su_Members]${CANARY}[/SU_MEMBERS]`,
  'a space in the closing tag': `[su_members]${CANARY}[/ su_members]`,
  nested: `[su_members]${CANARY}[su_members]${CANARY}[/su_members]${CANARY}[/su_members]`,
  crossed: `[su_members][box]${CANARY}[/su_members]${'x'}[/box]`,
  'across blocks': `${P('[su_members]')}${P(CANARY)}${P('[/su_members]')}`,
  'across open markup': `<div class="a">[su_members]</div><div>${CANARY}<p>[/su_members]</p>`,
  'in broken markup': `[su_members]<b "${CANARY}[/su_members]<i x="">`,
  'unclosed with an attribute': `[acme_private level="2"]${CANARY}`,
  'unclosed on a line': `Open.\n\n[vip]\n\n${CANARY}`,
  'a block by name': `<!-- wp:acme/members-area --><div>${P(CANARY)}</div><!-- /wp:acme/members-area -->`,
  'a block of a namespace': `<!-- wp:restrict-suite/box --><p>${CANARY}</p><!-- /wp:restrict-suite/box -->`,
  'a block that is sold': `<!-- wp:premium/paywall-box --><p>${CANARY}</p><!-- /wp:premium/paywall-box -->`,
  'a void block with a text': `<!-- wp:acme/paid-note {"note":"${CANARY}"} /-->`,
  'an unclosed block': `<!-- wp:acme/members-area --><p>${CANARY}</p>`,
  'a comment that breaks off': `<!-- wp:acme/members-area {"a":1}\n<p>${CANARY}</p>`,
  'blocks of one name in each other': group(
    '{"blockLogic":"is_user_logged_in()"}',
    `${group('{}')}${P(CANARY)}`,
  ),
  'Newspack rules': group(
    '{"newspackAccessControlMode":"custom","newspackAccessControlRules":{"registration":{"active":true}}}',
  ),
  'Newspack reader segments': group(
    '{"newspackAccessControlRules":{"custom_access":{"rules":[{"slug":"vip"}]}}}',
  ),
  'block logic': group('{"blockLogic":"is_user_logged_in()"}'),
  'conditional blocks': group('{"conditionalBlocks":[{"type":"userState","blockAction":"showBlock"}]}'),
  visibility: group('{"visibility":"members"}'),
  'visibility in the metadata': group('{"metadata":{"blockVisibility":false}}'),
  'visibility deep inside': group('{"acme":{"rules":{"visibility":{"roles":["subscriber"]}}}}'),
  'a list of roles': group('{"userRoles":["subscriber","editor"]}'),
  'a level': group('{"membershipLevels":[2,3]}'),
  'a switch': group('{"membersOnly":true}'),
  'a switch that hides': group('{"hideBlock":true}'),
  'an audience': group('{"showFor":"logged-in"}'),
  'a password': group('{"password":"tide"}'),
  'a class': group('{"className":"wide members-only"}'),
  'attributes that cannot be read': group('{"restrictTo":["a"'),
  'a comment with begin and end': `<!-- begin:paid --><p>${CANARY}</p><!-- end:paid -->`,
  'a comment with a slash': `<!-- members-only --><p>${CANARY}</p><!-- /members-only -->`,
  'a comment with settings': `<!-- gate:start tier="gold" --><p>${CANARY}</p><!-- gate:end -->`,
  'a comment with if': `<!-- if logged in --><p>${CANARY}</p><!-- endif logged in -->`,
  'a comment for the rest': `<!-- paywall --><p>${CANARY}</p>`,
  'a comment in German': `<!-- Anfang: nur für Mitglieder --><p>${CANARY}</p><!-- Ende: nur für Mitglieder -->`,
  'a paywall': `<!-- wp:jetpack/paywall /--><p>${CANARY}</p>`,
};

/** What looks like a gate and hides nothing; each holds the word PUBLIC. */
export const PUBLIC_PIECES: Readonly<Record<string, string>> = {
  'a count': '[member_count /] PUBLIC',
  'an unclosed count': '[member_count] PUBLIC',
  'a login form': '[vip_login_form]\n\nPUBLIC',
  'a word in brackets': 'The [private] road is PUBLIC.',
  'words in brackets': '[Members only] PUBLIC talks begin at six.',
  'an escaped shortcode': '<p>Write [[su_members]PUBLIC[/su_members]] in a post.</p>',
  'an escaped opening tag': '<p>Write [[su_members]] and PUBLIC text.</p>',
  'a sample in code': '<pre>[vip_area]PUBLIC[/vip_area]</pre>',
  'screens of a builder':
    '[fusion_text hide_on_mobile="small-visibility,medium-visibility"]PUBLIC[/fusion_text]',
  'a switch for screens': '[vc_column visibility="hidden-phone"]PUBLIC[/vc_column]',
  'a group': group('{"layout":{"type":"constrained"},"lock":{"move":true,"remove":true}}', P('PUBLIC')),
  'a locked template': group('{"templateLock":"all","tagName":"section"}', P('PUBLIC')),
  'a visible block': group('{"newspackAccessControlVisibility":"visible","accessRules":{}}', P('PUBLIC')),
  'visible to all': group('{"visibility":"public","restrictTo":[],"membersOnly":false}', P('PUBLIC')),
  'small screens': group('{"metadata":{"blockVisibility":{"viewport":{"mobile":false}}}}', P('PUBLIC')),
  'a hidden label': group('{"hideLabel":true,"hideOnMobile":true,"isLocked":false}', P('PUBLIC')),
  'a testimonial':
    '<!-- wp:acme/testimonial {"role":"Harbour master","showRole":true} --><p>PUBLIC</p><!-- /wp:acme/testimonial -->',
  'a team':
    '<!-- wp:acme/team-member {"memberName":"Ann","memberId":7} --><p>PUBLIC</p><!-- /wp:acme/team-member -->',
  'a library that is sold':
    '<!-- wp:premium/heading {"level":2} --><h2>PUBLIC</h2><!-- /wp:premium/heading -->',
  'a name in the editor': group('{"metadata":{"name":"Members box"}}', P('PUBLIC')),
  'a note': '<!-- TODO: ask the members about the price list of last year --><p>PUBLIC</p>',
  'a part of a template': '<!-- Login button --><p>PUBLIC</p>',
  'a conditional comment': '<!--[if IE]><p>old</p><![endif]--><p>PUBLIC</p>',
  'a more tag': '<p>a</p><!--more--><p>PUBLIC</p>',
};
