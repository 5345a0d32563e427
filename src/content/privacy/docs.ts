import {
  ACCESS_PHRASES,
  ACCESS_WORDS,
  CONDITIONS,
  GATE_ENDINGS,
  GATE_WORDS,
  READER_GROUPS,
  SOLE_GATES,
} from './words.js';

const code = (words: Iterable<string>): string => [...words].map((word) => `\`${word}\``).join(', ');

/** The text of `docs/privacy.md`, made from the word lists. */
export function privacyReference(): string {
  const languages = ACCESS_WORDS.map(
    ({ language, stems, words }) =>
      `### ${language}\n\nAnywhere in a part: ${code(stems)}.\n\nWhole parts: ${code(words)}.`,
  );
  return `${[INTRODUCTION, ...languages, REST].join('\n\n')}\n`;
}

const INTRODUCTION = `# What is held back

<!-- Generated from src/content/privacy/words.ts by npm run docs; changes made here are lost. -->

This page describes which text is held back from all output, and how to change that. Markup that encloses text and
sounds like a restriction holds that text back, whether or not its extension is known. A build names it in a
warning with its place, count and the setting that decides; with \`--strict\` the warning is an error.
[\`svc audit\`](audit.md) lists every gate, and \`svc build --explain\` the reasons of one page. The text is cut before
parsing, from bodies, excerpts, SEO fields, titles and captions alike, so that no document, feed, search or assistant
gets it.

| What | Held back when |
|---|---|
| an enclosing shortcode | its name sounds like a restriction, or an attribute does and its value restricts |
| a block | its name or its namespace sounds so, an attribute at any depth does and its value restricts, or its classes hide it or name readers (\`hide-logged-out\`) |
| text between tags in curly brackets, such as \`{members}…{/members}\` or \`{{#if @member}}…{{/if}}\` | the same; a condition, if it's about the reader; without an end tag it's text |
| text between two shortcodes or blocks that only mark its ends, such as \`[members_start]\` and \`[members_end]\`, \`acme/gate-start\` and \`acme/gate-end\`, or the same name with \`position="start"\` and \`position="end"\` | the same |
| text after an empty block that divides a page, such as \`acme/paywall\` or \`acme/members-break\` | its name sounds so |
| a page or a file with post meta of WordPress | the key sounds so and its value restricts: \`_members_only\` with \`1\` does, \`members_count\` doesn't |
| a lesson of LearnPress, Tutor LMS, LifterLMS, Sensei or MasterStudy, and of a course of LearnDash that isn't open; a topic or reply in a private forum of bbPress | it isn't a free sample |
| all pages with a term of WordPress | the same applies to its term meta, or to that of a parent term |
| an HTML comment with a partner, such as \`<!-- begin:paid -->\`, also one that begins a region of an editor (\`<!-- #region private -->\`) | its words sound so; a sentence is a note and hides nothing |
| a card or a gate comment of Ghost | it's a known restriction, or its name or an attribute sounds so |
| in Markdown, a shortcode of Hugo, a tag of Liquid, Nunjucks or Markdoc, a container (\`:::\`), a component, an admonition, a block, heading or span with a list of attributes (\`{: .members-only }\`) | its name or an attribute with a plain value sounds so; a condition, if it's about the reader |
| an element with a condition of Vue or Alpine (\`v-if\`, \`v-show\`, \`x-show\`) | the condition is about the reader: \`user.isMember\` |
| an element of Vue with \`v-if="false"\` or \`v-show="false"\`, and \`<llm-exclude>\` of \`vitepress-plugin-llms\` | always, without a warning |
| in the HTML of any source, text that its author keeps from search results: \`data-nosnippet\`, \`data-noindex\`, \`<noindex>\`, \`robots-nocontent\`, comments such as \`<!--googleoff: index-->\` and \`<!--noindex-->\` | always, without a warning, from twins and descriptions alike: a twin is more than a snippet |
| in the HTML of any source, an element for some readers or another medium: \`class="members-only"\`, \`data-visibility="members"\`, \`print-only\`, \`email-only\`, a comment under review, a condition of Vue, Alpine or Angular | by its name, without a warning; a word alone, such as \`locked\`, \`protected\` or \`vip\`, is a look |
| an element that classes of a framework or a builder hide on all sizes of screens (\`hide-desktop hide-tablet hide-mobile\`); in a body, also one with \`d-none\`, \`hidden\` and the like that no control opens | always, without a warning; what only some sizes hide stays |
| a page with \`nosnippet\` or \`max-snippet: 0\` for robots | always, like \`noindex\` |
| a key of front matter | it sounds so and its value restricts: \`access: members\` does, \`roles: overview\` doesn't |
| the same in a table about the page (\`params\`, \`extra\`, \`meta\`, \`acf\`, \`workflow\`) | it would hold the page back at the top: \`extra: { draft: true }\`, \`status: { name: draft }\` |
| a layout (\`layout\`, \`template\`) | its name asks for a password or an account, or marks a draft: \`protected\`, \`members-only\`, but not \`members\` |
| an export of an MDX page (\`export const draft\`, \`meta\`, \`metadata\`, \`frontmatter\`) | the same key in front matter would hold the page back |
| a switch of front matter about the page itself | it's off (\`show\`, \`enabled\`, \`index\`, \`ready\`, \`finished\`) or on (\`disabled\`, \`ignore\`, \`preview\`, \`devOnly\`, \`rss_only\`, \`hide_from_index\`, \`trash\`), also in other languages (\`pubblico: false\`). \`search: false\`, \`searchable: false\` and \`exclude_from_search\` only concern the search of the site |
| \`env\` or \`environment\` of front matter | it names no public one: \`dev\`, \`staging\` |
| a tag or a category of front matter | its whole name is \`draft\`, \`wip\` or \`unpublished\`, or ends with \`only\`; a category also when it is \`private\` and the like, which as a tag is a topic |
| a time of front matter | the page isn't due yet (\`publishOn\`, \`availableFrom\`, \`goLive\`, \`scheduled\`) or has ended (\`unpublish\`, \`expires\`, \`showUntil\`, \`validUntil\`); with a date that isn't exact (\`01/02/2031\`, \`2031\`), if it may be meant so |
| marks of any kind (\`labels\`, \`flags\`, \`kind\`) | one of them is \`draft\`, \`private\`, \`hidden\` and the like |
| what a page inherits: Hugo's \`cascade\`, a draft section of Zola, \`defaults\` of Jekyll, data files of Eleventy | the page has no value of its own; a data file that is a program is never run, plain values in it count |
| a folder | its whole name sounds so: \`private\` and \`members-only\` do, \`access-control\` doesn't |

A gate that is never closed holds back everything behind it; a closing tag too many extends the one before it. What doesn't count: a word in brackets (\`[private]\`) without a closing tag, a
shortcode that closes itself or prints something (\`[member_count]\`), a shortcode that is escaped (\`[[name]…[/name]]\`), one that stands
as a sample in \`<pre>\` or \`<code>\` and is of no known extension, settings for screens (\`hide_on_mobile\`), and the
editor's own locks. In content folders, these don't count either: the label of a tab or a card (\`{{< tab "Members" >}}\`), the name of a thing
(\`private-key\`), a tag that closes itself and contains nothing, a shortcode without an end that lists things or people
(\`{{< roles >}}\`), links (\`[/members](/members)\`), samples in comments and in \`{% raw %}\`, and a condition that visitors
without an account meet (\`{% if page.private == false %}\`, \`{% unless user %}\`); what follows its \`{% else %}\` is held back.

All other markup that encloses text stays. Warnings list it with its name and count, unless its extension is known or
common generators have it.

## Decide yourself

\`\`\`json
{
  "privacy": {
    "allow": ["vip_badge", "acme/*"],
    "deny": ["backstage", "metadata.season"]
  }
}
\`\`\`

Names are those of shortcodes, blocks (\`namespace/name\`), attributes (also as a path), comments (their words with
hyphens), elements and their classes, keys, post meta and folders. Case doesn't count, \`*\` stands for any text, and what
stands around a name in a text may be there: \`[backstage]\` is \`backstage\`. \`allow\` publishes what sounds like a restriction,
\`deny\` holds anything back and wins over \`allow\`. A name in \`deny\` is held back without a warning: put the gates of
your site there once you have reviewed them.

## The words

Names are split at separators, digits and capitals, and read without accents: \`showIfLoggedIn\`, \`su_members\`,
\`nur-für-mitglieder\`. Beside words such as \`team\` or \`staff\`, a \`member\` is a person and hides nothing; an \`internal\` link leads inside the
site.`;

const REST = `### Together

Two parts in this order: ${code([...ACCESS_PHRASES].map((phrase) => phrase.replace('-', ' ')))}.

A name that is only one of these is a condition: ${code(CONDITIONS)}.

In the names of shortcodes and blocks of WordPress, these restrict too: ${code(GATE_WORDS)}; at the end of a name
${code(GATE_ENDINGS)}; a name that begins with \`if\`; and \`only\`, also at the end of a word (\`eyesonly\`), unless it is
about screens or form (\`mobile_only\`, \`icon-only\`). So do \`hide\`, \`locker\` and \`mailgate\` at the end of a word, but not
\`showhide\`, and \`to-view\` at the end of a name (\`reply-to-view\`, but not \`click-to-view\` or \`places-to-see\`).
Questions (\`is_author\`, \`has_bought\`, \`can_edit\`), times (\`show_after\`, \`valid_until\`, \`time_release\`), deeds
(\`after_quiz\`, \`email-wall\`, \`age_check\`) and places (\`geoip_content\`) restrict as well. So does a shortcode whose
whole name is one of ${code(SOLE_GATES)}, an age (\`over18\`) or a group of people (${code(READER_GROUPS)}), unless its
parameters introduce a person (\`[staff name="Ada"]\`), and one without a purpose of its own if its parameters name dates or a country
(\`[content from="2031-01-01" to="2031-02-01"]\`).

Names of text for readers without an account (\`not_logged_in\`, \`groups_non_member\`, \`guests_only\`), and parameters
such as \`display_to="not_logged_in"\`, don't restrict.`;
