import { describe, expect, it } from 'vitest';
import { cutMarkdownGates } from '../../../../src/content/privacy/markdown/cut.js';
import { enclosingTags } from '../../../../src/content/privacy/markdown/enclosing.js';
import { NO_PRIVACY_RULES } from '../../../../src/content/privacy/privacy.js';

const cut = (text: string) => cutMarkdownGates(text, NO_PRIVACY_RULES);

describe('a condition', () => {
  it.each([
    '{% if user.isMember %}CANARY{% endif %}',
    '{% if user.plan == "free" %}CANARY{% endif %}',
    '{% if user.role != "guest" %}CANARY{% endif %}',
    '{% if page.private %}CANARY{% endif %}',
    '{% if page.season and page.members_only %}CANARY{% endif %}',
    '{% unless user.guest %}CANARY{% endunless %}',
    '{% unless not user %}CANARY{% endunless %}',
    '{% unless page.private == false %}CANARY{% endunless %}',
    '{user.isMember ? <p>CANARY</p> : <p>other</p>}',
    '{% if jekyll.environment == "development" %}CANARY{% endif %}',
    '{% if jekyll.environment != "production" %}CANARY{% endif %}',
    '{% unless site.env == "production" %}CANARY{% endunless %}',
    '<% if current_user %>CANARY<% end %>',
    '<%- if @user.admin? -%>CANARY<%- end -%>',
    '<% if user %><% if a %>CANARY<% end %>CANARY<% a.each do |b| %>CANARY<% end %>CANARY<% end %>',
    '<% members_only do %>CANARY<% end %>',
    '<% if (user) { %>CANARY<% } %>',
    '<?php if (is_user_logged_in()) : ?>CANARY<?php endif; ?>',
    '<?php if ( $user->isMember() ) { ?>CANARY<?php foreach ($a as $b): ?>CANARY<?php endforeach ?>CANARY<?php } ?>',
    '@auth CANARY @endauth',
    "@auth('admin')CANARY @endauth",
    "@env('local')CANARY @endenv",
    "@if(app()->environment('staging'))CANARY @endif",
    '@if(auth()->check())CANARY @endif',
    "@can('edit', $post)CANARY @endcan",
    "@hasrole('writer') CANARY @endhasrole",
    '{{ if .User }}CANARY{{ end }}',
    "{{ user:can do='x' }}CANARY{{ /user:can }}",
    '{% if not guest %}CANARY{% endif %}',
    '{{^guest}}CANARY{{/guest}}',
  ])('that asks about the reader holds its text back: %s', (text) => {
    expect(cut(`Open. ${text} End.`).text).toBe('Open.  End.');
  });

  it.each([
    ['{% if not user %}Join us.{% else %}CANARY{% endif %}', '{% if not user %}Join us.{% endif %}'],
    ['{% unless user %}Join us.{% else %}CANARY{% endunless %}', '{% unless user %}Join us.{% endunless %}'],
    [
      '{% if user == nil %}A{% if page.wide %}B{% else %}C{% endif %}{% else %}CANARY{% endif %}',
      '{% if user == nil %}A{% if page.wide %}B{% else %}C{% endif %}{% endif %}',
    ],
    [
      '{% if jekyll.environment == "production" %}A{% else %}CANARY{% endif %}',
      '{% if jekyll.environment == "production" %}A{% endif %}',
    ],
    [
      '{% if page.private == false %}A{% elsif x %}CANARY{% else %}CANARY{% endif %}',
      '{% if page.private == false %}A{% endif %}',
    ],
    ['{% if page.wide %}A{% elsif user %}CANARY{% endif %}', '{% if page.wide %}A{% endif %}'],
    ['<% unless logged_in? %>A<% else %>CANARY<% end %>', '<% unless logged_in? %>A<% end %>'],
    ['<% if (a) { %>A<% } else if (user) { %>CANARY<% } %>', '<% if (a) { %>A<% } %>'],
    ['@guest A @else CANARY @endguest', '@guest A @endguest'],
    ['@if(1) A @elseif(auth()->check()) CANARY @endif', '@if(1) A @endif'],
  ])('that visitors meet holds back what others read: %s', (text, expected) => {
    expect(cut(text)).toMatchObject({ text: expected, gates: [{ kind: 'shortcode' }] });
  });
});

it.each([
  '<% users.each do |user| %>A<% end %>',
  '<?php if (is_user_logged_in()) { exit; } ?>A',
  '<?php if ($wide): ?>A<?php endif ?>',
  '<%= user.name %> <%# if user %>A',
  '{{ if .Wide }}A{{ end }}',
  'Write to @auth or ann@if.example.',
  'The directive @members needs an @end.',
  '@guest A @endguest',
  '{{#guest}}A{{/guest}}',
  '{{^member}}A{{/member}}',
  '{% if page.public %}A{% endif %}',
  '{{< confkey type="string" secret="yes" >}}\n\nA',
  'Text:\n\n    <% if user %>\n    A\n    <% end %>\n\nText',
  'Text:\n\n    mail:send {user?*}\n\nA}',
  '<!-- DRAFT START -->\nA',
  '{% require file %} A',
  '<Can size="big">\n\nA\n\n</Can>',
  '[A]{.content-visible when-format="html"}',
  '<Env name="PORT">A</Env>',
  '<env name="MODE" value="testing">A</env>',
])('a program that shows text to every visitor holds nothing back: %s', (text) => {
  expect(cut(text).text).toBe(text);
});

describe('what looks public still gates', () => {
  it.each([
    ['a link behind the gate', '[members_only][a](/b) CANARY[/members_only]'],
    ['a paywall without an end', '{{< paywall >}}\n\nCANARY'],
    ['a component without an end', '<Paywall>\n\nCANARY'],
    ['a page for accounts', '{% requireLogin %}\n\nCANARY'],
    ['a page for those who may edit', "{% requirePermission 'edit' %}\n\nCANARY"],
    ['a deed', '<Can I="edit" a="post">\n\nCANARY\n\n</Can>'],
    ['a part for accounts', '{% auth %}CANARY{% endauth %}'],
    ['a part of drafts only', '<DraftOnly>\n\nCANARY\n\n</DraftOnly>'],
    ['a span of Quarto', '[CANARY]{.content-hidden}'],
    ['a draft between comments with slashes', '<!-- draft -->\nCANARY\n<!-- /draft -->'],
    ['a component with a date', '<ShowAfter date="2031-01-01">\n\nCANARY\n\n</ShowAfter>'],
    ['a draft between comments', '<!-- DRAFT START -->\nCANARY\n<!-- DRAFT END -->'],
    ['text that is not for models', '<!-- llm-exclude-start -->CANARY<!-- llm-exclude-end -->'],
    ['a section with a visibility', '## A {visibility=private}\n\nCANARY'],
    ['a part for an environment', '<Env name="staging">CANARY</Env>'],
    ['a part for an audience', '<Audience is="internal">CANARY</Audience>'],
    ['a part for some visitors of GitBook', '{% if "x" in visitor.claims.unsigned.sets %}CANARY{% endif %}'],
    ['a part of drafts', '{% if site.show_drafts %}CANARY{% endif %}'],
    ['a part for a session', '{session ? <p>CANARY</p> : null}'],
    ['an argument without a label', '{{< section members >}}CANARY{{< /section >}}'],
    ['an attribute of a tab', '{{< tab "A" visible_to="members" >}}CANARY{{< /tab >}}'],
    ['a void tag with a text', '<Paywall text="CANARY is here" />'],
    ['a member without a name', '<Member>\n\nCANARY\n\n</Member>'],
    ['a reader with an account', '<Show when="signed-in">\n\nCANARY\n\n</Show>'],
    ['what an author keeps from agents', '<Visibility for="humans">\n\nCANARY\n\n</Visibility>'],
    ['a draft', '{{< draft >}}CANARY{{< /draft >}}'],
    ['a note to do', ':::todo\nCANARY\n:::'],
    ['a part for a group', '{{< adminonly >}}CANARY{{< /adminonly >}}'],
    ['a block of slashes', '/// members\nCANARY\n///'],
    ['a block of two colons', '::members-only\nCANARY\n::'],
    ['a block of two colons with a component', '::MembersOnly{plan="gold"}\n::leaf{a="b"}\n\nCANARY\n::'],
    ['a block of two colons around others', '::premium\n:::card\nA\n:::\nCANARY\n::'],
    ['a container in a list', '- ::: members\n\n  CANARY\n  :::'],
    ['a container in a list of a quote', '> - :::private\n>   CANARY\n>   :::'],
    ['a container in a footnote', '[^1]: ::: members\n    CANARY\n    :::'],
    ['an admonition in a list', '1. !!! members\n\n       CANARY\n'],
    ['an admonition in a quote', '> !!! members\n>\n>     CANARY\n'],
    ['a callout with a width', '> [!members-only|wide] Note\n> CANARY\n'],
    ['a tag around a comment', '<MembersOnly>\n<!-- a -->\nCANARY\n</MembersOnly>'],
    ['a tag around raw text', '{% members %}{% raw %}CANARY{% endraw %}{% endmembers %}'],
    ['a condition of Vue', '<template v-if="user.isMember">CANARY</template>'],
    ['another branch of Vue', '<p v-else-if="$store.loggedIn && season">CANARY</p>'],
    ['a condition of Alpine', "<div x-show='isSubscriber'>CANARY</div>"],
    ['a condition of readers', '<If plan="gold">\n\nCANARY\n\n</If>'],
    ['a condition of several readers', `<If for={["expo", 'members']}>\n\nCANARY\n\n</If>`],
    ['a condition of a group', '<If audience="staff">\n\nCANARY\n\n</If>'],
    ['a condition of builds', '<If target="staging">\n\nCANARY\n\n</If>'],
    ['a condition of programs', '<If sdk="expo" test={isPro}>\n\nCANARY\n\n</If>'],
    ['a switch beside a condition', '<If sdk="expo" loggedIn>\n\nCANARY\n\n</If>'],
    [
      'an object about readers',
      '<Condition condition={{ "user.role": "editor" }}>\n\nCANARY\n\n</Condition>',
    ],
    [
      'an object with a date',
      '<ContextCondition condition={{ from: "2031-01-01" }}>\n\nCANARY\n\n</ContextCondition>',
    ],
    ['a condition without a subject', '<Part condition="pro">\n\nCANARY\n\n</Part>'],
    ['a subject that is a reader', '<Part property="role" condition="pro">\n\nCANARY\n\n</Part>'],
    ['an admonition with two words', '!!! note members\n    CANARY\n'],
    ['attributes after a block', 'CANARY\n{: .members-only }\n\nB.'],
    ['attributes before a block', '{: .members-only }\nCANARY\n\nB.'],
    ['an attribute for indexes', '> CANARY\n{: data-nosnippet="true" }'],
    ['attributes of a heading', '## CANARY {.members-only}\n\nB.'],
    ['attributes of a heading for its section', '## A {#a .members-only}\n\n### B\n\nCANARY\n\n## C'],
    ['attributes of a span', 'A [CANARY]{.staff-only} b.'],
    ['attributes of emphasis', 'A **CANARY**{: .staff-only} b.'],
    ['attributes of a link', 'A [CANARY](https://x.example/){.members-only} b.'],
    ['a guard', '<RequireAuth>\n\nCANARY\n\n</RequireAuth>'],
    ['an expression about the reader', '<Show when={user}>\n\nCANARY\n\n</Show>'],
    ['a component with the name of an element', '<Section access="paid">\n\nCANARY\n\n</Section>'],
    ['a part of another medium', '<EmailOnly>CANARY</EmailOnly>'],
    ['a part of a preview', '<DevOnly>CANARY</DevOnly>'],
    ['a component in raw text', '{% raw %}<MembersOnly>CANARY</MembersOnly>{% endraw %}'],
  ])('%s', (_, text) => {
    const { text: open, gates } = cut(`Open.\n\n${text}`);
    expect(open).not.toContain('CANARY');
    expect(gates).toHaveLength(1);
  });
});

describe('text about other things stays', () => {
  it.each([
    '::login-button{to="/login"}\n\nA',
    '::note\nA\n::\n\n::login-button{to="/login"}\n\nB',
    '<If sdk="nextjs, expo">\n\nA\n\n</If>',
    '<If sdk="expo" ignoreSdkWarning>\n\nA\n\n</If>',
    '<If notSdk={["ios", "android"]}>\n\nA\n\n</If>',
    '<Part propertyName="router" condition="pages-router">\n\nA\n\n</Part>',
    '<ContextCondition condition={{\n  "recipe.contactMethod": "EMAIL"\n}}>\n\nA\n\n</ContextCondition>',
    '<PasswordlessCard>\n\nA\n\n</PasswordlessCard>',
    '<LoggedOut>\n\nA\n\n</LoggedOut>',
    'A\n{: .note }\n\n## B {#members .wide}\n\n[c]{.icon-only}\n',
    '<UserCard>\n\nA\n\n</UserCard>',
    '<Show when={ready}>\n\nA\n\n</Show>',
    '<Endpoint path="/v2/admin/{key}" kind="a">\n\nA\n\n</Endpoint>',
    '<Box status={release.status}>\n\nA\n\n</Box>',
    '!!! Every server is configured for Apache, Admin and users.\n',
  ])('%s', (text) => {
    expect(cut(text).text).toBe(text);
  });
});

describe('a region of an editor', () => {
  const gone = (text: string) => !cut(`Open.\n\n${text}\n`).text.includes('CANARY');

  it.each([
    '<!-- #region private -->\n\nCANARY\n\n<!-- #endregion -->',
    '<!-- region: members only -->\n\nCANARY\n\n<!-- endregion: members only -->',
    '<!-- #region private -->\na\n<!-- #region code -->\nb\n<!-- #endregion -->\nCANARY\n<!-- #endregion -->',
    '<!-- #region private -->\na\n<!-- #region b -->\n<!-- #endregion private -->\nb\n<!-- #region private -->\nCANARY',
    '[//]: # (#region private)\n\nCANARY\n\n[//]: # (#endregion)',
    '<!-- #region private -->\n\nCANARY',
  ])('with a name that restricts is held back: %j', (text) => {
    expect(gone(text)).toBe(true);
  });

  it.each([
    '<!-- #region snippet -->\n\nCANARY\n\n<!-- #endregion -->',
    '<!-- #region access-control -->\n\nCANARY\n\n<!-- #endregion -->',
    '<!-- Access -->\n\nCANARY',
    '<!-- Subscribe -->\n\nCANARY',
    '<!-- draft -->\n\nCANARY',
    "@env('production')CANARY @endenv",
    "@env(['local', 'production'])CANARY @endenv",
    '<!-- #region private -->\na\n<!-- #endregion -->\n\nCANARY',
    '<!-- #region b -->\n<!-- #region private -->\na\n<!-- #endregion private -->\nCANARY\n<!-- #endregion -->',
    '```html\n<!-- #region private -->\nCANARY\n<!-- #endregion -->\n```',
  ])('leaves other text: %j', (text) => {
    expect(gone(text)).toBe(false);
  });
});

describe('a shortcode in indented lines', () => {
  it.each(['So:\n\n    [members]CANARY[/members]\n\nEnd.', '## So\n\n\t[members]\n\tCANARY\n\n\t[/members]'])(
    'is a sample of code: %j',
    (text) => {
      expect(cut(text).text).toBe(text);
    },
  );

  it.each([
    '- a\n\n    [members]CANARY[/members]',
    '1. a\n\n   b\n\n    [members]CANARY[/members]',
    '- a\nb\n\n    [members]CANARY[/members]',
    '!!! note\n\n    [members]CANARY[/members]',
    '<Box>\n\n    [members]CANARY[/members]\n\n</Box>',
    'So\n    [members]CANARY[/members]',
    'So:\n\n    [members]\n\nCANARY\n\n    [/members]',
    '    [members]CANARY[/members]',
  ])('is a gate where they may be text: %j', (text) => {
    expect(cut(text).text).not.toContain('CANARY');
  });
});

describe('what is not meant for models, or never shown', () => {
  it.each([
    '<llm-exclude>\n\nCANARY\n\n</llm-exclude>',
    '<NoIndex>\n\nCANARY\n\n</NoIndex>',
    '<LLMIgnore>CANARY</LLMIgnore>',
    '::: {.content-visible when-format="pdf"}\nCANARY\n:::',
    '::: {.content-visible unless-format="html"}\nCANARY\n:::',
    '::: {.content-visible when-profile="internal"}\nCANARY\n:::',
    '::: {.content-hidden when-format="html"}\nCANARY\n:::',
    '::: {.content-hidden when-meta="draft"}\nCANARY\n:::',
    '::: {.content-hidden}\nCANARY\n:::',
    '<div v-if="false">CANARY <b>CANARY</b></div>',
    "<Tea v-show='false'>\n\nCANARY\n\n</Tea>",
  ])('is left out without a warning: %s', (text) => {
    const { text: open, gates } = cut(`Open.\n\n${text}\n\nEnd.`);
    expect(open).toMatch(/^Open\.\s+End\.$/);
    expect(gates).toMatchObject([{ isDenied: true }]);
  });

  it.each([
    '`<llm-exclude>` is a tag.',
    '<llm-only>Tea.</llm-only>',
    '<Plan name="Pro">Tea.</Plan>',
    '<Visibility for="agents">Tea.</Visibility>',
    '{% if page.title == "Members" %}Tea.{% endif %}',
    '<!-- permissions -->\n\nTea.',
    '<!-- Condition -->\n\nTea.',
    '!!! todo\n\n    Tea.',
    '> [!todo]\n> Tea.',
    '<ClientOnly>Tea.</ClientOnly>',
    '::: {.content-visible when-format="html"}\nTea.\n:::',
    '::: {.content-hidden when-format="pdf"}\nTea.\n:::',
    '::: {.content-hidden unless-format="html:js"}\nTea.\n:::',
    '{% if jekyll.environment == "production" %}Tea.{% endif %}',
    '{% if kettle.env == "node" %}Tea.{% endif %}',
    '<Comment>Tea.</Comment>',
    '<div v-if="isTea">Tea.</div>',
    '<div v-if="!user">Tea.</div>',
    '<script>\nif (a) { if (this.user && b) { c } }\n</script>\n\nTea.',
    'function a() { if (user.isMember && b) return; }',
    '<icon-user class="big" />Tea.',
    '<Field type="{ hideForMembers?: boolean; isMember?: string }">Tea.</Field>',
  ])('other text stays: %s', (text) => expect(cut(text).text).toBe(text));
});

describe('tags that enclose text', () => {
  it('are counted by how they are written', () => {
    const text = '<Shelf>a</Shelf>{{< shelf >}}b{{< /shelf >}}\n:::shelf\nc\n:::\n<Shelf>d</Shelf>';
    expect(enclosingTags(text).map(({ written, name, count }) => [written, name, count])).toEqual([
      ['<Shelf>', 'Shelf', 2],
      ['{{< shelf >}}', 'shelf', 1],
      [':::shelf', 'shelf', 1],
    ]);
  });

  it.each([
    '<Shelf />',
    '<Shelf>',
    '`<Shelf>a</Shelf>`',
    '<!-- <Shelf>a</Shelf> -->',
    '{% raw %}{% shelf %}{% endshelf %}{% endraw %}',
    '<b>a</b>',
    ':::Tip\na\n:::',
    '{% if a %}b{% endif %}',
  ])('are not in %s', (text) => {
    expect(enclosingTags(text)).toEqual([]);
  });
});

describe('hostile texts', () => {
  it.each([
    ['open comments', '<!-- <Shelf>'.repeat(20_000)],
    ['comments with tags', '<!-- <Shelf>a</Shelf> -->'.repeat(5_000)],
    ['raw texts without an end', '{% raw %}{% members %}'.repeat(10_000)],
    ['containers', ':::shelf\n'.repeat(20_000)],
    ['curly tags', '{shelf}{box}{/box}'.repeat(8_000)],
    [
      'curly tags in the wrong order',
      '{box}'.repeat(8_000) + '{shelf}'.repeat(8_000) + '{/box}{/shelf}'.repeat(8_000),
    ],
    ['links', '[members]('.repeat(20_000)],
    ['comments without an end', '{{/* '.repeat(40_000) + '{# '.repeat(40_000)],
    ['spaces in a curly bracket', `{/a}{${' '.repeat(100_000)}!`],
  ])('take no time beyond their length: %s', (_, text) => {
    const began = performance.now();
    cut(text);
    enclosingTags(text);
    expect(performance.now() - began).toBeLessThan(4000);
  });
});
