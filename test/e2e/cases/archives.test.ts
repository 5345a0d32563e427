import { expect, it } from 'vitest';
import { type Files, workspace } from '../../support/build/workspace.js';
import {
  anywhere,
  at,
  describeKind,
  folderOf,
  GHOST,
  has,
  listed,
  nowhere,
  warned,
  withheld,
} from '../../support/cases/kinds.js';
import { build } from '../../support/cli/run-svc.js';

const BEGIN = '<!--kg-gated-block:begin nonMember:false memberSegment:"status:free" -->';
const END = '<!--kg-gated-block:end-->';
const wrap = (held: string) => ({ html: `<p>Open words.</p>${held}<p>After words.</p>` });
const both = [has('Open words.'), has('After words.')] as const;

describeKind('cms-30: gates of Ghost across boxes', GHOST, [
  ['a box that closes inside', wrap(`<div>${BEGIN}</div><p>HELD01</p>${END}`), ...both, nowhere('HELD01')],
  [
    'a box that opens inside',
    wrap(`${BEGIN}<section><p>HELD02</p>${END}</section>`),
    ...both,
    nowhere('HELD02'),
  ],
  [
    'a list across the border',
    wrap(`<ul><li>a${BEGIN}</li><li>HELD03</li>${END}</ul>`),
    ...both,
    nowhere('HELD03'),
  ],
  ['an attribute that stays open', wrap(`${BEGIN}<a title="HELD04${END}`), ...both, nowhere('HELD04')],
]);

const lexical = (...children: object[]) => ({ html: null, lexical: JSON.stringify({ root: { children } }) });
const p = (words: string) => ({ type: 'paragraph', children: [{ type: 'text', text: words }] });
describeKind('cms-32: who may read a post of Ghost', GHOST, [
  ['all', { html: '<p>Open words.</p>' }, has('Open words.')],
  ['members', { html: '<p>HELD11</p>', visibility: 'members' }, withheld, nowhere('HELD11')],
  ['payers', { html: '<p>HELD12</p>', visibility: 'paid' }, withheld, nowhere('HELD12')],
  ['a tier', { html: '<p>HELD13</p>', visibility: 'tiers' }, withheld, nowhere('HELD13')],
  ['a letter', { html: '<p>HELD14</p>', status: 'sent', email_only: true }, withheld, nowhere('HELD14')],
  ['a draft', { html: '<p>HELD15</p>', status: 'draft' }, withheld, nowhere('HELD15')],
  [
    'a paywall',
    { html: '<p>Open words.</p><!--members-only--><p>HELD16</p>' },
    has('Open words.'),
    nowhere('HELD16'),
  ],
  [
    'a paywall of the editor',
    lexical(p('Open words.'), { type: 'paywall' }, p('HELD17')),
    has('Open words.'),
    nowhere('HELD17'),
  ],
]);

describeKind("cms-34: posts in the editor's format alone", GHOST, [
  [
    'marks',
    lexical({
      type: 'paragraph',
      children: [
        { type: 'text', text: 'Very ', format: 0 },
        { type: 'text', text: 'deep', format: 1 },
      ],
    }),
    has('Very **deep**'),
  ],
  [
    'code',
    lexical({ type: 'codeblock', language: 'sh', code: 'ls -l\n\n  pwd' }),
    has('```sh\nls -l\n\n  pwd\n```'),
  ],
  [
    'cards',
    lexical(
      { type: 'callout', calloutText: 'Mind the rope', calloutEmoji: '' },
      { type: 'toggle', heading: 'Why?', content: '<p>It swings.</p>' },
    ),
    has('Mind the rope'),
    has('Why?'),
    has('It swings.'),
  ],
  [
    'an address of the site',
    lexical({
      type: 'paragraph',
      children: [{ type: 'link', url: '__GHOST_URL__/tides/', children: [{ type: 'text', text: 'Tides' }] }],
    }),
    has('(https://tern.example/tides/)'),
    nowhere('__GHOST_URL__'),
  ],
]);

const medium = (title: string, words: string, when: string) =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><article class="h-entry"><header><h1 class="p-name">${title}</h1></header><section data-field="body" class="e-content"><p>${words}</p></section><footer>${when}<p>Exported from <a href="https://medium.com">Medium</a></p></footer></article></body></html>`;
const ON = '<time class="dt-published" datetime="2024-05-02T10:00:00.000Z">May 2</time>';
describeKind('cms-40: drafts of a Medium export', folderOf(), [
  [
    'a post',
    { 'posts/2024-05-02_Sails-aaaabbbbcccc.html': medium('Sails', 'Open sails.', ON) },
    anywhere('Open sails.'),
  ],
  [
    'a draft by its name',
    { 'posts/draft_Oars-aaaabbbbdddd.html': medium('Oars', 'HELD21', '') },
    nowhere('HELD21'),
  ],
  [
    'a draft with a date',
    { 'posts/draft_Masts-aaaabbbbeeee.html': medium('Masts', 'HELD22', ON) },
    nowhere('HELD22'),
  ],
  ['no date', { 'posts/Decks-aaaabbbbffff.html': medium('Decks', 'HELD23', '') }, nowhere('HELD23')],
]);

const HEXO: Files = {
  'content/_config.yml': 'title: Island\npermalink: :year/:month/:day/:title/\n',
  'content/package.json': '{"dependencies":{"hexo":"^7.0.0"}}',
};
const hexo = (name: string, keys: string, words: string): Files => ({
  [`source/_posts/${name}.md`]: `---\ntitle: ${name}\n${keys}\n---\n${words}\n`,
});
describeKind('cms-41: dates with slashes', folderOf('md', HEXO), [
  [
    'with a time',
    hexo('gulls', 'date: 2019/4/9 07:08:09', 'Gull words.'),
    listed('tern.example/2019/04/09/gulls'),
  ],
  ['without one', hexo('auks', 'date: 2020/11/5', 'Auk words.'), listed('tern.example/2020/11/05/auks')],
  [
    'with zeros',
    hexo('skuas', 'date: 2021/01/02 03:04', 'Skua words.'),
    listed('tern.example/2021/01/02/skuas'),
  ],
]);

describeKind('cms-43: posts with a password', folderOf('md', HEXO), [
  ['a word', hexo('one', 'date: 2019-04-09\npassword: oyster', 'HELD31'), nowhere('HELD31')],
  [
    'a number',
    hexo('two', 'date: 2019-04-09\npassword: 1234\nabstract: Ask us.', 'HELD32'),
    nowhere('HELD32'),
  ],
  ['in quotes', hexo('three', 'date: 2019-04-09\npassword: "0"', 'HELD33'), nowhere('HELD33')],
  ['none', hexo('four', 'date: 2019-04-09', 'Open words.'), anywhere('Open words.')],
]);

describeKind('cms-44: front matter behind something odd', folderOf(), [
  ['too many plus signs', '++++\ndraft = true\n++++\nHELD41', withheld, nowhere('HELD41')],
  ['too many hyphens', '-----\ntitle: T\ndraft: true\n-----\nHELD42', withheld, nowhere('HELD42')],
  ['blank lines', '\n\n---\ntitle: T\ndraft: true\n---\nHELD43', withheld, nowhere('HELD43')],
  ['a comment', '<!-- note -->\n---\ntitle: T\ndraft: true\n---\nHELD44', withheld, nowhere('HELD44')],
  ['a space in front of the fence', ' ---\ntitle: T\ndraft: true\n ---\nHELD45', withheld, nowhere('HELD45')],
  ['nothing odd', '---\ntitle: T\n---\nOpen words.', has('Open words.')],
]);

describeKind('cms-46: tags that YAML reads as something else', folderOf(), [
  ['years', '---\ntags: [rope, 2019]\n---\nWords.', has(/^tags:[\s\S]*?2019/m), has(/^tags:[\s\S]*?rope/m)],
  ['a version', '---\ntags:\n  - 1.10\n---\nWords.', has(/^tags:[\s\S]*?1\.10/m)],
  ['a switch', '---\ntags: [yes, off]\n---\nWords.', has(/^tags:[\s\S]*?yes/m), has(/^tags:[\s\S]*?off/m)],
]);

const canonical = (front: string) => `---\n${front}\n---\nWords.`;
const elsewhere = has('canonical_url: "https://paper.example/x/"');
describeKind('cms-24: a canonical address elsewhere, in front matter', folderOf(), [
  ['a key with a hyphen', canonical('canonical-url: https://paper.example/x/'), elsewhere],
  [
    'tags of VitePress',
    canonical('head:\n  - - link\n    - rel: canonical\n      href: https://paper.example/x/'),
    elsewhere,
  ],
  [
    'tags of Starlight',
    canonical('head:\n  - tag: link\n    attrs: {rel: canonical, href: https://paper.example/x/}'),
    elsewhere,
  ],
  [
    'another link',
    canonical('head: [[link, {rel: icon, href: https://paper.example/x/}]]'),
    has('/page-3/"'),
  ],
]);

const utf16 = (words: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(words, 'utf16le')]);
describeKind('cms-48: byte order marks and line ends of Windows', folderOf(), [
  ['UTF-8', '\uFEFF---\r\ntitle: Marked\r\n---\r\nMarked words.\r\n', has('# Marked'), has('Marked words.')],
  ['a draft', '\uFEFF---\r\ntitle: T\r\ndraft: true\r\n---\r\nHELD51\r\n', withheld, nowhere('HELD51')],
  ['UTF-16', { 'wide.md': utf16('---\ntitle: Wide\n---\nWide words.\n') }, at('wide.md', has('Wide words.'))],
  ['a draft in UTF-16', { 'held.md': utf16('---\ndraft: true\n---\nHELD52\n') }, nowhere('HELD52')],
]);

const ROWS = [
  '2001.open,2025-01-05T08:00:00.000Z,true,,,newsletter,everyone,Open,,',
  '2002.paid,2025-01-05T08:00:00.000Z,true,,,newsletter,only_paid,Paid,,',
  '2003.draft,,false,,,newsletter,everyone,Draft,,',
];
const TABLE = `post_id,post_date,is_published,email_sent_at,inbox_sent_at,type,audience,title,subtitle,podcast_url\n${ROWS.join('\n')}\n`;
describeKind('cms-49: a Substack archive', folderOf('md', { 'content/posts.csv': TABLE }), [
  ['a post for all', { 'posts/2001.open.html': '<p>Open words.</p>' }, anywhere('Open words.')],
  ['one for payers', { 'posts/2002.paid.html': '<p>HELD61</p>' }, nowhere('HELD61')],
  ['a draft', { 'posts/2003.draft.html': '<p>HELD62</p>' }, nowhere('HELD62')],
  [
    'one that the table lacks',
    { 'posts/2004.lost.html': '<p>HELD63</p>' },
    nowhere('HELD63'),
    warned(/posts\.csv|table/i),
  ],
]);

const story = (date: string, words: string) =>
  `<html><body><article class="h-entry"><h1 class="p-name">Lamps</h1><section class="e-content"><p>${words}</p></section>` +
  `<footer>On <time class="dt-published" datetime="${date}">a day</time>. Exported from <a href="https://medium.com">Medium</a></footer></article></body></html>`;

it('an archive of Medium does not show which stories are for members, and a warning says so', async () => {
  const cwd = workspace({
    'posts/2024-05-01_Lamps-0123456789ab.html': story('2024-05-01T10:00:00Z', 'Open words.'),
    'posts/2024-06-01_Oil-0123456789cd.html': story('2024-06-01T10:00:00Z', 'Other words.'),
    'posts/draft_Wick-0123456789ef.html': story('', 'Unfinished words.'),
  });
  const { warnings } = await build(['--source', 'posts', '--base-url', 'https://lamp.example'], { cwd });
  expect(warnings.filter(({ code }) => code === 'medium-members')).toMatchObject([
    { file: '2024-05-01_Lamps-0123456789ab.html', count: 2 },
  ]);
});
