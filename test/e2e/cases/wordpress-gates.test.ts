import { describeKind, has, lacks, nowhere, WORDPRESS, withheld } from '../../support/cases/kinds.js';

const group = (attributes: object, inner: string) =>
  `<!-- wp:group ${JSON.stringify(attributes)} --><div class="wp-block-group"><p>${inner}</p></div><!-- /wp:group -->`;
const OPEN = '<p>Open words.</p>';
const open = has('Open words.');

describeKind('cms-01: text between shortcodes for members', WORDPRESS, [
  [
    'members, with a message',
    `${OPEN}[su_members message="Sign in"]HELD01[/su_members]`,
    open,
    nowhere('HELD01'),
  ],
  [
    'a private note',
    `${OPEN}[su_private]HELD02[/su_private]<p>Tail.</p>`,
    open,
    has('Tail.'),
    nowhere('HELD02'),
  ],
  [
    'hidden until a sign-in',
    `${OPEN}<p>[hide for="guests"]</p><p>HELD03</p><p>[/hide]</p>`,
    open,
    nowhere('HELD03'),
  ],
  ['restricted for guests', `${OPEN}[restrict for="guests"]HELD031[/restrict]`, open, nowhere('HELD031')],
  ['shown to guests', '[show for="guests"]Open words.[/show]', open],
  ['a condition about the user', `${OPEN}[if user="subscriber"]HELD04[/if]`, open, nowhere('HELD04')],
  ['a password', `${OPEN}[password_protect pass="tide"]HELD05[/password_protect]`, open, nowhere('HELD05')],
  ['a role', `${OPEN}[role is="editor"]HELD06[/role]`, open, nowhere('HELD06')],
  ['never closed', `${OPEN}\n\n[show_if_logged_in]\n\nHELD07`, open, nowhere('HELD07')],
]);

describeKind('cms-03: a block with rules for readers in its attributes', WORDPRESS, [
  [
    'registration',
    OPEN + group({ newspackAccessControlRules: { registration: { active: true } } }, 'HELD11'),
    open,
    nowhere('HELD11'),
  ],
  ['logic', OPEN + group({ blockLogic: 'current_user_can("read")' }, 'HELD12'), open, nowhere('HELD12')],
  [
    'conditions',
    OPEN + group({ conditionalBlocks: [{ type: 'userRole', roles: ['author'] }] }, 'HELD13'),
    open,
    nowhere('HELD13'),
  ],
  ['levels', OPEN + group({ requiredLevels: [4], membershipLevels: [4] }, 'HELD14'), open, nowhere('HELD14')],
  ['rules that are off', group({ accessRules: {}, membersOnly: false }, 'Open words.'), open],
  [
    'conditions that are off',
    group(
      { dockConditional: { postData: { enable: false, field: '', compare: 'not_empty' } } },
      'Open words.',
    ),
    open,
  ],
  [
    'conditions of which one is on',
    OPEN +
      group({ dockConditional: { one: { enable: false, compare: 'a' }, two: { enable: true } } }, 'HELD15'),
    open,
    nowhere('HELD15'),
  ],
]);

describeKind('cms-05: blocks that the editor hides', WORDPRESS, [
  ['everywhere', OPEN + group({ metadata: { blockVisibility: false } }, 'HELD21'), open, nowhere('HELD21')],
  [
    'by an extension',
    OPEN + group({ blockVisibility: { hideBlock: true } }, 'HELD22'),
    open,
    nowhere('HELD22'),
  ],
  [
    'for roles',
    OPEN +
      group(
        { blockVisibility: { controlSets: [{ controls: { userRole: { visibilityByRole: 'logged-in' } } }] } },
        'HELD23',
      ),
    open,
    nowhere('HELD23'),
  ],
  [
    'on telephones alone',
    group({ metadata: { blockVisibility: { viewport: { mobile: false } } } }, 'Open words.'),
    open,
  ],
]);

describeKind('cms-06: parts for members in the texts beside the body', WORDPRESS, [
  [
    'the excerpt',
    { body: OPEN, excerpt: 'Short words. [members]HELD31[/members]' },
    open,
    nowhere('HELD31'),
    lacks('[members]'),
  ],
  [
    'the SEO description',
    { body: OPEN, meta: { _yoast_wpseo_metadesc: 'Short words. [su_members]HELD32[/su_members]' } },
    open,
    nowhere('HELD32'),
  ],
  ['the title', { body: OPEN, title: 'Tides [vip]HELD33[/vip]' }, open, nowhere('HELD33')],
  [
    'a copy of the held words',
    { body: `${OPEN}[vip]The prices HELD34 rise in May.[/vip]`, excerpt: 'The prices HELD34 rise in May.' },
    open,
    nowhere('HELD34'),
  ],
]);

describeKind('cms-08: entries that are not published for all', WORDPRESS, [
  ['a public one', OPEN, open],
  ['a password', { body: 'HELD41', password: 'tide' }, withheld, nowhere('HELD41')],
  ['a password of one digit', { body: 'HELD42', password: '0' }, withheld, nowhere('HELD42')],
  ['private', { body: 'HELD43', status: 'private' }, withheld, nowhere('HELD43')],
  ['pending', { body: 'HELD44', status: 'pending' }, withheld, nowhere('HELD44')],
  ['in the trash', { body: 'HELD45', status: 'trash' }, withheld, nowhere('HELD45')],
  ['a status of a plugin', { body: 'HELD46', status: 'in-progress' }, withheld, nowhere('HELD46')],
  [
    'a date to come',
    { body: 'HELD47', status: 'future', date: '2031-01-01 00:00:00' },
    withheld,
    nowhere('HELD47'),
  ],
]);
