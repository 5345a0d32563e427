/** Public pages of content folders that look as if something in them were for some readers only. */

/** A page: where it lies, and its text. `TERN` stands for every word that no build may lose. */
export type LookAlike = readonly [what: string, path: string, text: string];

const front = (keys: string, body = 'TERN') => `---\n${keys}\n---\n${body}\n`;
const page = (body: string) => front('title: Page', body);

/** By place. */
const PLACES: readonly LookAlike[] = [
  ['a folder about access', 'access-control/rules.md', page('TERN')],
  ['a folder about roles', 'roles-and-permissions/list.md', page('TERN')],
  ['a folder about networks', 'docs/private-networks/setup.md', page('TERN')],
  ['a folder about members', 'membership/prices.md', page('TERN')],
  ['a file about networks', 'private-networks.md', page('TERN')],
  ['a file about passwords', 'password-reset.md', page('TERN')],
  ['a file about drafts', 'draft-horses.md', page('TERN')],
  ['a file about guests', 'login-for-guests.mdx', page('TERN')],
];

/** By front matter. */
const KEYS: readonly LookAlike[] = [
  ['roles as a topic', 'key-roles.md', front('roles: overview')],
  ['public', 'key-public.md', front('public: true')],
  ['access for all', 'key-access.md', front('access: public')],
  ['visibility for all', 'key-visibility.md', front('visibility: public')],
  ['visibility in other words', 'key-everyone.md', front('visibility: Everyone')],
  ['a switch that is off', 'key-premium.md', front('premium: false')],
  ['a switch that is off in a word', 'key-login.md', front('login_required: no')],
  ['a switch that is off in quotes', 'key-private.md', front('private: "false"')],
  ['an empty list of members', 'key-members.md', front('members: []')],
  ['an empty password', 'key-password.md', front('password:')],
  ['a switch of TOML', 'key-toml.md', '+++\ntitle = "T"\nrestricted = false\n+++\nTERN\n'],
  ['a state of the subject', 'key-status.md', front('status: Released')],
  ['a part of the page that is hidden', 'key-hide.md', front('hide_sidebar: true')],
  ['a switch that is on', 'key-show.md', front('show: true\nindex: true\nenabled: true\nready: yes')],
  ['a place in a list', 'key-index.md', front('index: 3\nlevel: 2\ndisplay: block')],
  ['parts that are left out', 'key-exclude.md', front('exclude: [toc]\nskip: 1\nshow: [toc]')],
  ['readers who are a topic', 'key-for.md', front('for: developers\nrequires: node 20\nscope: project')],
  ['dates that are past', 'key-dates.md', front('availableFrom: 2020-01-01\nscheduled: 2020-01-01')],
  ['dates of the subject', 'key-subject.md', front('start_date: 2099-01-01\nrelease_date: 2099-01-01')],
  ['the search of the site', 'key-search.md', front('search: false\nfeed: false\nexcludeFromLlms: true')],
  ['a person', 'key-person.md', front('role: Harbour master\nteam: members')],
];

/** By shortcodes of Hugo. */
const HUGO: readonly LookAlike[] = [
  [
    'labels of tabs',
    'hugo-tabs.md',
    page('{{< tabs "members" >}}{{< tab "Private" >}}TERN{{< /tab >}}{{< /tabs >}} TERN'),
  ],
  ['a label without quotes', 'hugo-label.md', page('{{< tab members >}}\nTERN\n{{< /tab >}}\n\nTERN')],
  ['a list that is printed', 'hugo-list.md', page('TERN\n\n{{< roles >}}\n\nTERN')],
  ['people who are listed', 'hugo-people.md', page('TERN\n\n{{< members >}}\n\nTERN')],
  ['one that closes itself', 'hugo-void.md', page('TERN\n\n{{< members-only />}}\n\nTERN')],
  ['a sample', 'hugo-sample.md', page('TERN {{</* members */>}} TERN {{</* /members */>}} TERN')],
  ['a topic', 'hugo-topic.md', page('{{< private-key >}}\nTERN\n{{< /private-key >}}\nTERN')],
];

/** By tags of Liquid and Nunjucks. */
const LIQUID: readonly LookAlike[] = [
  [
    'a condition that all meet',
    'liquid-false.md',
    page('{% if page.private == false %}\nTERN\n{% endif %}\nTERN'),
  ],
  ['a page for all', 'liquid-public.md', page('{% if page.access == "public" %}\nTERN\n{% endif %}\nTERN')],
  ['a word for guests', 'liquid-guests.md', page('{% unless user.isMember %}\nTERN\n{% endunless %}\nTERN')],
  ['a word for guests, negated', 'liquid-not.md', page('{% if not user %}\nTERN\n{% endif %}\nTERN')],
  [
    'a topic of the page',
    'liquid-category.md',
    page('{% if page.category == "members" %}\nTERN\n{% endif %}\nTERN'),
  ],
  ['facts about people', 'liquid-members.md', page('{% if page.members %}\nTERN\n{% endif %}\nTERN')],
  ['a comment', 'liquid-comment.md', page('TERN\n\n{% comment %}\n{% members %}\n{% endcomment %}\n\nTERN')],
  [
    'a sample',
    'liquid-raw.md',
    page('TERN {% raw %}{% if user.isMember %} TERN {% endif %}{% endraw %} TERN'),
  ],
];

/** By containers, admonitions and callouts. */
const CONTAINERS: readonly LookAlike[] = [
  ['the title of a container', 'box-title.md', page(':::tip Members only\nTERN\n:::\nTERN')],
  ['the label of a container', 'box-label.md', page(':::note[Private keys]\nTERN\n:::\nTERN')],
  ['a container about keys', 'box-key.md', page(':::private-key\nTERN\n:::\nTERN')],
  ['a callout about members', 'box-callout.md', page('> [!NOTE] Members of the struct\n> TERN\n\nTERN')],
  ['an admonition about members', 'box-mkdocs.md', page('!!! note "Members only"\n\n    TERN\n\nTERN')],
  ['a tab about members', 'box-tab.md', page('=== "Members"\n\n    TERN\n\nTERN')],
  ['a comment of a program', 'box-slashes.md', page('/// Private members are TERN\n\nTERN')],
];

/** By components. */
const COMPONENTS: readonly LookAlike[] = [
  ['a form about keys', 'mdx-form.mdx', page('TERN\n\n<PrivateKeyForm>\n\nTERN\n\n</PrivateKeyForm>')],
  [
    'tabs about members',
    'mdx-tabs.mdx',
    page('<Tabs groupId="roles">\n<TabItem value="members" label="Members">\n\nTERN\n\n</TabItem>\n</Tabs>'),
  ],
  ['a member of a class', 'mdx-member.mdx', page('<Member name="rows" type="number">\n\nTERN\n\n</Member>')],
  ['a picture of access', 'mdx-void.mdx', page('TERN\n\n<PremiumOverview />\n\nTERN')],
  ['a policy', 'mdx-policy.mdx', page('<PasswordPolicy>\n\nTERN\n\n</PasswordPolicy>')],
  [
    'a sample in a comment',
    'html-comment.md',
    page('TERN\n\n<!--\n<MembersOnly>\nold\n</MembersOnly>\n-->\n\nTERN'),
  ],
  [
    'an element with data',
    'html-data.md',
    page('<div data-role="page" data-toggle="password">\n\nTERN\n\n</div>'),
  ],
];

/** By code, links and prose. */
const PROSE: readonly LookAlike[] = [
  ['private in C++', 'code-cpp.md', page('```cpp\nclass A {\nprivate:\n  int TERN;\n};\n```\nTERN')],
  ['a gate in code', 'code-gate.md', page('```html\n<MembersOnly>TERN</MembersOnly>\n```\nTERN')],
  ['a shortcode in code', 'code-shortcode.md', page('```\n[members]TERN[/members]\n```\nTERN')],
  ['a container in code', 'code-box.md', page('````\n:::members\nTERN\n:::\n````\nTERN')],
  ['routes as links', 'prose-routes.md', page('[members](/m) TERN [/members](/members) TERN')],
  [
    'definitions of links',
    'prose-links.md',
    page('See [members][] TERN and [/members][].\n\n[members]: /m\n[/members]: /n'),
  ],
  ['an optional part of a route', 'prose-route.md', page('TERN /users/{user?} TERN /roles/{role?} TERN')],
  ['a word in brackets', 'prose-word.md', page('The [private] road: TERN. [Members only] TERN.')],
  [
    'a note to editors',
    'prose-note.md',
    page('TERN\n\n<!-- ask the members about the price list of last year -->\n\nTERN'),
  ],
];

/** All of them. */
export const LOOK_ALIKES: readonly LookAlike[] = [
  ...PLACES,
  ...KEYS,
  ...HUGO,
  ...LIQUID,
  ...CONTAINERS,
  ...COMPONENTS,
  ...PROSE,
];
