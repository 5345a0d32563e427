/** What generators add to Markdown and only their configuration or other files of the project explain. */
import { expect } from 'vitest';
import { at, type Check, describeKind, folderOf, has, lacks, warned } from '../../support/cases/kinds.js';

/** No tag is named as one of no known kind. */
const notWarned: Check = ({ report }) =>
  expect(report.warnings.filter(({ code }) => code === 'markdown-tag-kept')).toEqual([]);

const PICTURE = 'not really a picture';

describeKind(
  'pictures that MDX imports',
  folderOf('mdx', {
    'content/astro.config.mjs': 'export default {};',
    'content/src/assets/reef.png': PICTURE,
    'content/src/assets/icons/buoy.svg': '<svg/>',
  }),
  [
    [
      'as the source of a component',
      {
        'src/pages/reef.mdx':
          "import { Image } from 'astro:assets';\nimport reef from '../assets/reef.png';\n\n<Image src={reef} alt=\"Reef\" />\n",
      },
      at('reef.md', has(/!\[Reef\]\(https:\/\/tern\.example\/\S*reef\.png\)/)),
    ],
    [
      'as the source of an element',
      {
        'src/pages/buoy.mdx':
          'import buoy from \'@/assets/icons/buoy.svg?url\';\nimport reef from \'../assets/reef.png\';\n\nA <img src={buoy} alt="buoy"/> and <img src={reef.src} alt="reef"/>.\n',
      },
      at(
        'buoy.md',
        has(/A !\[buoy\]\(https:\/\/tern\.example\/\S*buoy\.svg\) and !\[reef\]\(\S*reef\.png\)\./),
      ),
    ],
    [
      'in code, where they are text',
      {
        'src/pages/code.mdx': "import reef from '../assets/reef.png';\n\n```jsx\n<Image src={reef} />\n```\n",
      },
      at('code.md', has('<Image src={reef} />')),
    ],
  ],
);

describeKind(
  'pictures of Docusaurus',
  folderOf('mdx', {
    'content/docusaurus.config.js':
      "module.exports = { title: 'Pier', url: 'https://tern.example', baseUrl: '/' };",
    'content/docs/pier.png': PICTURE,
  }),
  [
    [
      'by require',
      { 'docs/a.mdx': '<img src={require(\'./pier.png\').default} alt="Pier" />\n' },
      at('docs/a.md', has(/!\[Pier\]\(https:\/\/tern\.example\/\S*pier\.png\)/)),
    ],
    [
      'by useBaseUrl',
      { 'docs/b.mdx': '<img src={useBaseUrl(\'/img/mole.png\')} alt="Mole" />\n' },
      at('docs/b.md', has('![Mole](https://tern.example/img/mole.png)')),
    ],
    [
      'from the static folder',
      { 'docs/c.mdx': 'import quay from \'@site/static/img/quay.png\';\n\n<img src={quay} alt="Quay" />\n' },
      at('docs/c.md', has('![Quay](https://tern.example/img/quay.png)')),
    ],
  ],
);

const EMOJI = 'Catch :fish: at 10:30:15, not :nosuchname:, and `:fish:` too.';
const JEMOJI = { 'content/_config.yml': 'title: Island\nplugins:\n  - jemoji\n' };
describeKind('names of emoji of Jekyll', folderOf('md', JEMOJI), [
  [
    'in a line',
    { 'a.md': `---\ntitle: A\n---\n${EMOJI}` },
    at('a.html.md', has('Catch 🐟 at 10:30:15, not :nosuchname:, and `:fish:` too.')),
  ],
  ['in a heading', { 'b.md': '---\ntitle: B\n---\n## Gulls :bird:' }, at('b.html.md', has('## Gulls 🐦'))],
  [
    'in a list',
    { 'c.md': '---\ntitle: C\n---\n- :+1: yes\n- :-1: no' },
    at('c.html.md', has(/- 👍 yes\n- 👎 no/)),
  ],
]);

describeKind(
  'names of emoji elsewhere',
  folderOf('md', { 'content/.vitepress/config.js': 'export default { cleanUrls: true };' }),
  [
    ['in a title', { 'a.md': '# Tide :ocean:\n\nHigh.' }, at('a.md', has('# Tide 🌊'))],
    [
      'in the title of a box',
      { 'b.md': '# B\n\n::: tip :rocket: Fast\nRow.\n:::' },
      at('b.md', has('**🚀 Fast**')),
    ],
    ['in code', { 'c.md': '# C\n\n```\n:ocean:\n```' }, at('c.md', has(':ocean:'))],
  ],
);

describeKind(
  'names that are text without the setting',
  folderOf('md', { 'content/hugo.toml': 'title = "Island"' }),
  [
    ['a word', { 'content/a.md': '---\ntitle: A\n---\nA :fish: here.' }, at('a.md', has('A :fish: here.'))],
    ['a time', { 'content/b.md': '---\ntitle: B\n---\nAt 9:100:5.' }, at('b.md', has('At 9:100:5.'))],
    ['code', { 'content/c.md': '---\ntitle: C\n---\n`:fish:`' }, at('c.md', has('`:fish:`'))],
  ],
);

describeKind(
  'titles that an included file has',
  folderOf('md', {
    'content/mkdocs.yml':
      'site_name: Island\nmarkdown_extensions:\n  - pymdownx.snippets\n  - mkdocs-click\n',
    'content/README.md': '# The whole island\n\nFour miles long.\n',
  }),
  [
    [
      'a snippet',
      { 'docs/about.md': '--8<-- "README.md"\n' },
      at('about.md', has(/^title: "The whole island"$/m)),
      at('about.md', lacks(/^# About$/m)),
      at('about.md', has('Four miles long.')),
    ],
    [
      'a title of its own comes first',
      { 'docs/own.md': '---\ntitle: Ours\n---\n--8<-- "README.md"\n' },
      at('own.md', has(/^title: "Ours"$/m)),
    ],
    [
      'pages of programs are no unknown containers, and are named',
      { 'docs/cli.md': '# Commands\n\n::: mkdocs-click\n    :module: island.cli\n    :command: main\n' },
      at('cli.md', has('# Commands')),
      warned(/Only the code of the site can write ::: mkdocs-click/),
      (built) => {
        if (/mkdocs-click isn't known/.test(JSON.stringify(built.report.warnings)))
          throw new Error('It counts as a container.');
      },
    ],
  ],
);

describeKind(
  'lines of warnings',
  folderOf('mdx', {
    'content/chart.mdx': '---\ntitle: Chart\n---\n\nWords.\n\n<TideChart series={all} />\n',
  }),
  [
    [
      'an expression',
      '---\ntitle: A\n---\n\nIt is {tide.height} high.\n',
      warned(/tide\.height.{1,200}"line":5/),
    ],
    [
      'a component',
      'Words.\n',
      warned(/"message":"Only the code of the site can write <TideChart>[^}]*"line":7/),
    ],
    [
      'a tag around text',
      'One.\n\n<Shelf>\n\nTwo.\n\n</Shelf>\n',
      warned(/<Shelf> isn't known[^}]*"line":3/),
    ],
  ],
);

describeKind('a vault without its settings', folderOf(), [
  [
    'links',
    'See [[page-1]] and [[page-1|the other]].',
    has(/See \[page-1\]\(https:\S+\) and \[the other\]\(https:\S+\)\./),
  ],
  ['ids of blocks', 'A block with an id. ^b1', has('A block with an id.'), lacks('^b1')],
  ['code', 'As `[[page-1]]`.', has('As `[[page-1]]`.')],
]);

describeKind('a folder that only mentions such links', folderOf(), [
  ['a link to no file', 'Write [[Note]] in a vault.', has('[[Note]]')],
  ['a power', 'As 2^10 and x ^y', has('x ^y')],
  ['an array', 'Use a[[1, 2]].', has('a[[1, 2]]')],
]);

describeKind(
  'shortcodes in code',
  folderOf('md', {
    'content/hugo.toml': 'title = "Island"\n[params]\nversion = "1.5"\n',
    'content/layouts/shortcodes/ver.html': '{{ site.Params.version }}\n',
  }),
  [
    [
      'in a span',
      { 'content/a.md': '---\ntitle: A\n---\nUse `boat-{{< ver >}}.tgz`.' },
      at('a.md', has('`boat-1.5.tgz`')),
    ],
    [
      'in a fence',
      { 'content/b.md': '---\ntitle: B\n---\n```sh\nget boat-{{< ver >}}\n```' },
      at('b.md', has('get boat-1.5')),
    ],
    [
      'escaped, or of no template',
      { 'content/c.md': '---\ntitle: C\n---\n```sh\n{{</* ver */>}} {{< other "z" >}}\n```' },
      at('c.md', has('{{< ver >}} {{< other "z" >}}')),
    ],
  ],
);

describeKind('parts of known components', folderOf('mdx'), [
  [
    'tabs',
    "<Tabs items={['a', 'b']}>\n  <Tabs.Tab>First.</Tabs.Tab>\n  <Tabs.Tab>Second.</Tabs.Tab>\n</Tabs>\n",
    notWarned,
  ],
  ['trees', '<FileTree>\n\n- hold/\n- ...\n\n</FileTree>\n', has('- hold/\n  - …\n- …'), notWarned],
  [
    'cards',
    '<Cards>\n  <Cards.Card title="Rope" href="https://e.example/" />\n</Cards>\n',
    has('- [Rope](https://e.example/)'),
    notWarned,
  ],
]);

describeKind(
  'cards for the pages of a folder',
  folderOf('mdx', {
    'content/docusaurus.config.js':
      "module.exports = { title: 'Pier', url: 'https://tern.example', baseUrl: '/' };",
    'content/docs/knots/bowline.md': '---\ntitle: Bowline\ndescription: A loop that holds.\n---\nTie it.\n',
    'content/docs/knots/hitch.md': '---\nsidebar_label: Hitch!\n---\n# The hitch\n\nTwo **half** hitches.\n',
    'content/docs/knots/draft.md': '---\ntitle: Secret knot\ndraft: true\n---\nNot yet.\n',
    'content/docs/knots/splices/index.md': '---\ntitle: Splices\n---\nFor ropes.\n',
  }),
  [
    [
      'of a category',
      {
        'docs/knots/index.mdx':
          "---\ntitle: Knots\n---\nimport DocCardList from '@theme/DocCardList';\n\nAll of them.\n\n<DocCardList />\n",
      },
      at('docs/knots.md', has('- [Bowline](https://tern.example/docs/knots/bowline): A loop that holds.\n')),
      at('docs/knots.md', has(/- \[Hitch!\]\(\S+\): Two half hitches\.\n/)),
      at('docs/knots.md', has(/- \[Splices\]\(\S+\): For ropes\./)),
      at('docs/knots.md', lacks('Secret knot')),
    ],
    ['in code', { 'docs/a.mdx': '```jsx\n<DocCardList />\n```\n' }, at('docs/a.md', has('<DocCardList />'))],
    [
      'of a folder with no other page',
      { 'docs/b/c.mdx': 'Alone.\n\n<DocCardList />\n' },
      at('docs/b/c.md', has('Alone.')),
    ],
  ],
);
