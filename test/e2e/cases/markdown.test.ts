import {
  anywhere,
  at,
  describeKind,
  folderOf,
  has,
  lacks,
  listed,
  nowhere,
  withheld,
} from '../../support/cases/kinds.js';

const MKDOCS = { 'mkdocs.yml': 'site_name: Island\nsite_url: https://tern.example/\n' };
describeKind('twin-06: pages called like papers of a repository', folderOf('md', MKDOCS), [
  [
    'security',
    { 'security.md': '# Security\n\nDoors are locked at ten.' },
    anywhere('Doors are locked at ten.'),
  ],
  ['changelog', { 'changelog.md': '# Changes\n\nThe pier grew.' }, anywhere('The pier grew.')],
  ['a readme', { 'guide/README.md': '# Guide\n\nBring boots.' }, anywhere('Bring boots.')],
  ['agents', { 'agents.md': '# Agents\n\nThey sell tickets.' }, anywhere('They sell tickets.')],
]);

const target = { 'tide table.md': '---\ntitle: Tides\n---\n## Noon\n\nHigh.' };
describeKind('twin-08: links in angle brackets', folderOf(), [
  [
    'beside it',
    '[a](<tide table.md>) and [b](<./tide table.md#noon>)',
    lacks('table.md>'),
    lacks('table.md#'),
    has(/\[a\]\(<?https:\/\/tern\.example\/tide/),
  ],
  [
    'a definition',
    '[the table][t]\n\n[t]: <tide table.md>',
    has(/\[the table\]\(<?https:\/\/tern\.example\/tide/),
  ],
  ['with a title', '[a](<tide table.md> "Tides")', has(/\[a\]\(<?https:\/\/tern\.example\/tide/)],
  ['the target', target, anywhere('High.')],
]);

describeKind('twin-29: components that show code', folderOf('mdx'), [
  [
    'a template string',
    '<CodeBlock language="js">{`const a = 1;\n// **b**\nrun(a);`}</CodeBlock>',
    has('const a = 1;\n// **b**\nrun(a);'),
  ],
  [
    'a constant',
    'export const code = `let a;\n\nlet b;`;\n\n<CodeBlock>{code}</CodeBlock>',
    has('let a;\n\nlet b;'),
  ],
  ['a title', '<CodeBlock language="sh" title="run.sh">{`ls *\npwd`}</CodeBlock>', has('ls *\npwd')],
]);

describeKind('twin-31: mustaches that are text', folderOf(), [
  ['an element', 'Hello <span v-pre>{{ who }}</span>.', has('{{ who }}')],
  ['a container', '::: v-pre\nUse {{ depth }} here.\n:::', has('{{ depth }}')],
  ['raw', 'Write {% raw %}{{ tide }}{% endraw %}.', has('{{ tide }}')],
  ['code', 'Write `{{ wind }}`.', has('`{{ wind }}`')],
]);

const keys = (lines: string, words: string) => `---\ntitle: T\n${lines}\n---\n${words}`;
describeKind('twin-35: drafts and unlisted pages', folderOf(), [
  ['in quotes', keys('draft: "true"', 'HELD01'), withheld, nowhere('HELD01')],
  ['in capitals', keys('Draft: TRUE', 'HELD02'), withheld, nowhere('HELD02')],
  ['unlisted', keys('unlisted: yes', 'HELD03'), withheld, nowhere('HELD03')],
  ['not published', keys('published: no', 'HELD04'), withheld, nowhere('HELD04')],
  ['open', keys('draft: false', 'Open words.'), has('Open words.')],
]);

describeKind('twin-36: files that begin with a rule', folderOf(), [
  [
    'prose',
    '---\n\nWind from the north.\n\n---\n\nMore wind.',
    has('Wind from the north.'),
    has('More wind.'),
  ],
  ['a heading', '---\n# Diary\n\nNo boats.\n', has('Diary'), has('No boats.')],
  ['asterisks', '***\n\nStill no boats.\n', has('Still no boats.')],
]);

describeKind('twin-45: a heading behind something else', folderOf(), [
  ['a comment', '<!-- lint off -->\n# Nests\n\nOf grass.', listed('[Nests]'), lacks('# Page')],
  [
    'underlined, behind a licence',
    '<!--\nSPDX: MIT\n-->\n\nEggs and chicks\n===\n\nTwo.',
    listed('[Eggs and chicks]'),
  ],
  ['a badge', '[![Build](https://b.example/a.svg)](https://b.example)\n\n# Boats\n\nOne.', listed('[Boats]')],
  ['HTML', '<h1 align="center">Sand</h1>\n\nFine.', listed('[Sand]')],
]);

describeKind('twin-47: titles as they are read', folderOf(), [
  ['an entity', '# Wind &amp; waves\n\nText.', listed('[Wind & waves]')],
  ['escapes', '# \\*Stars\\* of 2 \\_nights\\_\n\nText.', listed(/\[\\?\*Stars\\?\* of 2 \\?_nights\\?_\]/)],
  ['a link', '# See [the chart](https://c.example)\n\nText.', listed('[See the chart]')],
  ['code', '# The `tide` command\n\nText.', listed('[The tide command]')],
]);

describeKind('the place of a table of contents', folderOf(), [
  ['kramdown', '* TOC\n{:toc}\n\nWords of the page.', has('Words of the page.'), lacks(/^[*-] TOC/m)],
  ['kramdown, numbered', '1. Contents\n{:toc max_level=2}\n\nWords of the page.', lacks('Contents')],
  ['GitLab', '[[_TOC_]]\n\nWords of the page.', has('Words of the page.'), lacks('TOC')],
  ['Python-Markdown', '[TOC]\n\nWords of the page.', lacks('TOC')],
]);

describeKind('a page that refers to a held one', folderOf(), [
  ['a link', '[held](secret-plan.md) and words.', has('and words.')],
  ['the held page', { 'secret-plan.md': keys('draft: true', 'HELD11') }, nowhere('HELD11')],
  ['its twin', 'Words.', at('secret-plan.md', withheld)],
]);

describeKind('pictures of pages whose names have brackets', folderOf(), [
  [
    'a number',
    '---\nimage: /reef[1].jpg\n---\nOne.',
    anywhere('https://tern.example/reef%5B1%5D.jpg'),
    nowhere('reef[1]'),
  ],
  ['a bar', '---\nimage: /a|b.jpg\n---\nTwo.', anywhere('https://tern.example/a%7Cb.jpg')],
  [
    'an escape',
    '---\nimage: /c%20d.jpg?v=[2]\n---\nThree.',
    anywhere('https://tern.example/c%20d.jpg?v=%5B2%5D'),
  ],
]);
