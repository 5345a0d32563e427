/** Text between tags in curly brackets, as templates and extensions of a CMS write them. */
import {
  describeKind,
  folderOf,
  has,
  nowhere,
  type Sibling,
  WORDPRESS,
  warned,
} from '../../support/cases/kinds.js';

const OPEN = '<p>Open words.</p>\n\n';
const open = has('Open words.');
const after = has('Words after it.');

const between = (start: string, end: string, number: number): Sibling<string> => {
  const secret = `HELD${600 + number}`;
  return [
    `${start}…${end}`,
    `${OPEN}${start}\n\n<p>${secret}</p>\n\n${end}\n\nWords after it.`,
    open,
    after,
    nowhere(secret),
  ];
};
const shown = (what: string, source: string, number: number): Sibling<string> => {
  const word = `SHOWN${600 + number}`;
  return [what, OPEN + source.replace('TERN', word), open, has(word)];
};

describeKind('curly tags of WordPress', WORDPRESS, [
  between('{members}', '{/members}', 1),
  between('{{premium}}', '{{/premium}}', 2),
  between('{mepr-active rule="12"}', '{/mepr-active}', 3),
  between('{if member}', '{/if}', 4),
  [...between('<p>{students}</p>', '<p>{/students}</p>', 5), warned(/“Page 4”.*students/)],
  [
    'a closing tag before the opening one',
    `${OPEN}{/members}\n\n{members}\n\n<p>HELD615</p>`,
    open,
    nowhere('HELD615'),
  ],
  shown('a tag that is no gate', '{harbour}<p>TERN</p>{/harbour}', 6),
  shown('a word without an end', '<p>Dear {member}, TERN</p>', 7),
  shown('a sample', '<pre>{members}TERN{/members}</pre>', 8),
  shown('a condition about something else', '{if season}<p>TERN</p>{/if}', 9),
]);

describeKind('curly tags of content folders', folderOf(), [
  between('{members}', '{/members}', 21),
  between('{{#if @member}}', '{{/if}}', 22),
  between('{{#has visibility="paid"}}', '{{/has}}', 23),
  between('{#if user.isMember}', '{/if}', 24),
  between('{{#unless @member}}\nGuests.\n{{else}}', '{{/unless}}', 25),
  shown('a loop', '{#each users as user}\nTERN\n{/each}', 26),
  shown('a value', 'Dear {members}, TERN', 27),
  shown('a sample', '```\n{members}TERN{/members}\n```', 28),
  shown('a part for guests', '{{#unless @member}}\nTERN\n{{/unless}}', 29),
]);
