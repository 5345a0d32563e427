import { describe, expect, it } from 'vitest';
import { UNRESOLVED } from '../../../../../src/core/unresolved.js';
import { folderWith, readFolder } from '../../../../support/sources/files/read-folder.js';

const page = (...lines: readonly string[]) => `---\n${['tags: [tea]', ...lines].join('\n')}\n---\n\nText.\n`;

async function read(files: Readonly<Record<string, string>>) {
  const { entries, site, byKey } = await readFolder(folderWith(files));
  const open = entries.filter(({ status }) => status === 'publish');
  return { site, byKey, urls: Object.fromEntries(open.map(({ ref, url }) => [ref, url])) };
}

describe('a vault without settings', () => {
  it('may have addresses of its own, as those of Obsidian Publish', async () => {
    const note = (link: string) => `---\npermalink: ${link}\n---\n[[B]], [[C|c]] and [[B#x]]\n`;
    const { byKey } = await read({ 'A.md': note('a'), 'B.md': '# B\n', 'C.md': '# C\n' });
    expect(byKey.get('A.md')?.body).toContain('[c](/C/)');
    const other = await read({ 'A.md': '---\npermalink: /a\n---\n[[B]]\n', 'B.md': '# B\n' });
    expect(other.byKey.get('A.md')?.body).toContain('[[B]]');
  });
});

describe('a vault of Obsidian', () => {
  const vault = {
    '.obsidian/app.json': '{}',
    '.obsidian/templates.json': '{"folder": "Templates"}',
    'Templates/Note.md': 'Text of {{title}}',
    'Plan.excalidraw.md': page(),
    'Tea/Green Tea.md': '# Green\n\nText.\n',
    'Tea/Hidden.md': page('publish: false'),
    'Twice/Same.md': page(),
    'Other/Same.md': page(),
    'assets/Cup (1).png': 'x',
    'assets/list.pdf': 'x',
    '_Home.md': '',
  };

  it('has notes with dots in their names, which Dendron writes behind the text of a link', async () => {
    const { byKey } = await read({
      'root.md': '[[proj.one]] [[One|proj.one]] [[proj.two|proj.three]]\n\n![[proj.one]]\n',
      'proj.one.md': 'Words.',
    });
    expect(byKey.get('root.md')?.body.trim()).toBe(
      '[proj.one](/proj.one/) [One](/proj.one/) proj.three\n\n\n\nWords.',
    );
  });

  it('has the paths of Logseq in names of files, and links as tags', async () => {
    const { byKey } = await read({
      'logseq/config.edn': '{:publishing/all-pages-public? true}',
      'pages/Tea___Green.md': 'Text.',
      'pages/a.md': 'title:: A\ntags:: [[b]], c\n\n[[Tea/Green]]',
    });
    const { body, terms } = byKey.get('pages/a.md') ?? {};
    expect(body).toContain('[Tea/Green](/pages/Tea___Green/)');
    expect(terms?.map(({ name }) => name)).toEqual(['b', 'c']);
  });

  it.each([
    ['[[Green Tea]]', '[Green Tea](/Tea/Green%20Tea/)'],
    ['[this]([[Green Tea]])', '[this](/Tea/Green%20Tea/)'],
    ['[this]([[Missing]])', `[this](${UNRESOLVED})`],
    ['[[green tea|this\\* one]]', '[this\\\\\\* one](/Tea/Green%20Tea/)'],
    ['[[Tea/Green Tea#How it Grows#Now|grown]]', '[grown](/Tea/Green%20Tea/#now)'],
    ['[[Green Tea#How it Grows]]', '[Green Tea \\> How it Grows](/Tea/Green%20Tea/#how-it-grows)'],
    ['[[#Above]]', '[Above](#above)'],
    ['[[Green Tea#^block|b]]', '[b](/Tea/Green%20Tea/)'],
    ['| a [[Green Tea\\|b]] |', '| a [b](/Tea/Green%20Tea/) |'],
    ['![[Green Tea]]', '# Green\n\nText.'],
    ['![[Hidden]]', `[Hidden](${UNRESOLVED})`],
    ['![[Cup (1).png|300]]', '![Cup (1)](/assets/Cup%20(1).png)'],
    ['|A|\n|-|\n|![[Cup (1).png\\|300]]|', '|A|\n|-|\n|![Cup (1)](/assets/Cup%20(1).png)|'],
    ['![[cup (1).png|A *cup*]]', '![A \\*cup\\*](/assets/Cup%20(1).png)'],
    ['[[list.pdf]]', '[list.pdf](/assets/list.pdf)'],
    ['![[none.png]]x', 'x'],
    ['[[Missing]] and [[Same]]', 'Missing and Same'],
    ['[[Hidden|h]]', `[h](${UNRESOLVED})`],
    ['`[[Green Tea]]`', '`[[Green Tea]]`'],
    ['[[open', '[[open'],
  ])('links notes and files: %s', async (written, expected) => {
    const { byKey } = await read({ ...vault, '_Home.md': written });
    expect(byKey.get('_Home.md')?.body.trim()).toBe(expected);
  });

  it('holds back what the settings of Obsidian Publish leave out', async () => {
    const { urls, byKey } = await read({
      '.obsidian/publish.json': '{"siteId": "a", "included": ["Tea"], "excluded": ["Diary", "Tea/Cold.md"]}',
      'Diary/Monday.md': page(),
      'Diary of a Cup.md': page(),
      'Tea/Cold.md': page(),
      'Tea/Hot.md': 'See ![[Monday]]',
    });
    expect(Object.keys(urls)).toEqual(['Diary of a Cup.md', 'Tea/Hot.md']);
    expect(byKey.get('Tea/Hot.md')?.body).not.toContain('Text.');
  });

  it('holds back a note with a line of tags by which it’s a draft', async () => {
    const { byKey } = await read({
      '.obsidian/app.json': '{}',
      'a.md': '# A\n\n#birds #status/draft\n\nText.',
      'b.md': '# B\n\nThe tag #draft is for notes that aren’t done.\n\n#birds',
    });
    expect(['a.md', 'b.md'].map((key) => byKey.get(key)?.protected)).toEqual([true, false]);
  });

  it('has its notes at their paths, without templates, drawings and what isn’t published', async () => {
    const { urls } = await read(vault);
    expect(urls).toEqual({
      'Other/Same.md': '/Other/Same/',
      'Tea/Green Tea.md': '/Tea/Green%20Tea/',
      'Twice/Same.md': '/Twice/Same/',
      '_Home.md': '/_Home/',
    });
  });

  it.each([
    ['the plugin for gardens is installed', { '.obsidian/plugins/digitalgarden/data.json': '{}' }],
    ['a note has its mark', { '.obsidian/app.json': '{}' }],
  ])('publishes only marked notes where %s', async (_where, settings) => {
    const { urls } = await read({
      ...settings,
      'a.md': page(),
      'b.md': page('dg-publish: true'),
      'c.md': page('dg-publish: false'),
    });
    expect(Object.keys(urls)).toEqual(['b.md']);
  });
});

describe('the title of a page of Quartz', () => {
  it('is the name of its file where the front matter has none, whatever heading the text has', async () => {
    const { entries } = await readFolder(
      folderWith({
        'quartz.config.ts': 'export default { configuration: {} }',
        'content/API-keys v2.md': '# Keys\n\nText.\n',
        'content/same.md': '# same\n\nText.\n',
        'content/written.md': '---\ntitle: Written\n---\n\nText.\n',
        'content/tea/index.md': '# All teas\n\nText.\n',
      }),
    );
    expect(entries.map(({ title, body }) => [title, body.trim()])).toEqual([
      ['API-keys v2', '# Keys\n\nText.'],
      ['same', 'Text.'],
      ['All teas', 'Text.'],
      ['Written', 'Text.'],
    ]);
  });
});

describe('a site of Quartz', () => {
  const config = (more = '') => `import * as Plugin from './quartz/plugins'
    const config: QuartzConfig = { configuration: { pageTitle: 'Q', baseUrl: 'q.example/garden', locale: 'en-GB', ignorePatterns: ['private', '*.draft.md'] },
      plugins: { filters: [
        ${more}
      ] } }
    export default config`;
  const files = {
    'content/index.md': page(),
    'content/Tea & Cake/index.md': page(),
    'content/Tea & Cake/Why 100% tea?.md': page(),
    'content/private/x.md': page(),
    'content/deep/private/y.md': page(),
    'content/z.draft.md': page(),
    'content/shared.md': page('publish: true'),
    'docs/other.md': page(),
  };

  it('has addresses in its own form', async () => {
    const { urls, site } = await read({
      'quartz.config.ts': config('Plugin.RemoveDrafts(), // Plugin.ExplicitPublish()'),
      ...files,
    });
    expect(Object.values(urls).sort()).toEqual([
      '/',
      '/Tea--and--Cake/',
      '/Tea--and--Cake/Why-100-percent-tea',
      '/shared',
    ]);
    expect(site).toEqual({ title: 'Q', baseUrl: 'https://q.example/garden', lang: 'en-GB' });
  });

  it('publishes only marked notes where it says so', async () => {
    const { urls } = await read({ 'quartz.config.ts': config('Plugin.ExplicitPublish(),'), ...files });
    expect(Object.values(urls)).toEqual(['/shared']);
  });

  it.each([
    ['"github:quartz-community/explicit-publish"', '', ['/shared']],
    ['"@quartz-community/explicit-publish"', 'enabled: false', ['/other', '/shared']],
    ['"github:quartz-community/remove-drafts"', '', ['/other', '/shared']],
  ])('is configured by YAML in its fifth version: %s %s', async (source, enabled, expected) => {
    const { urls, site } = await read({
      'quartz.config.yaml': `configuration:
  pageTitle: Q
  baseUrl: q.example
  ignorePatterns: [private]
plugins:
  - source: ${source}
    ${enabled}\n`,
      'content/shared.md': page('publish: true'),
      'content/other.md': page(),
      'content/private/x.md': page('publish: true'),
    });
    expect(Object.values(urls)).toEqual(expected);
    expect(site).toEqual({ title: 'Q', baseUrl: 'https://q.example' });
  });
});

describe('a graph of Logseq', () => {
  it.each([
    ['', ['/pages/shared/']],
    ['{:publishing/all-pages-public? false}', ['/pages/shared/']],
    ['{:all-pages-public? true\n :publishing/all-pages-public? false}', ['/pages/shared/']],
    ['{:a []\n :all-pages-public? true}', ['/journals/2024_01_02/', '/pages/closed/', '/pages/shared/']],
    ['{\n ;; :publishing/all-pages-public? true\n}', ['/pages/shared/']],
    ['{:publishing/all-pages-public? true}', ['/journals/2024_01_02/', '/pages/closed/', '/pages/shared/']],
  ])('has the pages that say so or all: %j', async (settings, expected) => {
    const { urls } = await read({
      'logseq/config.edn': settings,
      'logseq/bak/pages/shared.md': 'public:: true\n\n- An older text.\n',
      'pages/shared.md': 'public:: true\n\n- [[closed]]\n',
      'pages/closed.md': '- Text.\n',
      'pages/mine.md': 'public:: false\n\n- Text.\n',
      'journals/2024_01_02.md': '- Text.\n',
    });
    expect(Object.values(urls).sort()).toEqual(expected);
  });
});

describe('notes of Logseq', () => {
  it('have the names of their pages, and are held back where the settings hide them', async () => {
    const { byKey } = await read({
      'logseq/config.edn': '{:publishing/all-pages-public? true\n :hidden ["archive" "/script/a.md"]}',
      'archive/old.md': '- Old.',
      'script/a.md': '- A.',
      'journals/2024_01_02.md':
        '- ## A day\n- {{embed [[Tea/Green: new]]}}\n- `{{{embed [[x]]}}}`\n- [[Tea/Green: new]]',
      'pages/Tea___Green%3A new.md': 'type:: [[Cup]]\n\n- Text.\n  id:: 1',
      'pages/Cup.md': '## Use\n\t- Hold\n\t\t- it\n\t  ```\n\t  code\n\t  ```\n- One\n\t- two',
    });
    expect(Array.from(byKey.values(), ({ title }) => title)).toEqual(['2024-01-02', 'Cup', 'Tea/Green: new']);
    expect(byKey.get('pages/Cup.md')?.body).toBe(
      '## Use\n- Hold\n\t- it\n  ```\n  code\n  ```\n- One\n\t- two',
    );
    const day = byKey.get('journals/2024_01_02.md')?.body;
    expect(day).toMatch(/^- ## A day\n[ -]+\*\*type:\*\* /);
    expect(day).not.toMatch(/id::|!\[\[/);
    expect(day).toContain('[Tea/Green: new](/pages/Tea___Green%253A%20new/)');
  });

  it('are read without what only its editor shows', async () => {
    const id = '63bc6201-53b1-47a4-834f-83934b69ad49';
    const root = folderWith({
      'logseq/config.edn': '{:publishing/all-pages-public? true}',
      'pages/Tea.md': [
        'type:: [[Drink]]',
        'created-at:: 1609246099894',
        '',
        '- ## Leaves',
        `  id:: ${id}`,
        '- Steep',
        '  :LOGBOOK:',
        '  CLOCK: [2024-01-02 Tue 10:00:00]',
        '  :END:',
        '  collapsed:: true',
        '  grams:: 3',
        `- As ((${id})), [there](((${id}))) {{query (and a b)}}`,
        '- #+BEGIN_NOTE',
        '  Hot *tea*',
        '  #+END_NOTE',
        '- Code:',
        '  #+BEGIN_SRC js',
        '  a:: b',
        '  #+END_SRC',
        '  #+BEGIN_QUERY',
        '  {:title "x"}',
        '  #+END_QUERY',
        '- {{video https://a.example/v}} `((x))`',
      ].join('\n'),
    });
    const { byKey } = await readFolder(root);
    expect(
      byKey
        .get('pages/Tea.md')
        ?.body.split('\n')
        .map((line) => line.trimEnd()),
    ).toEqual([
      '**type:** Drink',
      '',
      '- ## Leaves',
      '- Steep',
      '  **grams:** 3',
      '- As Leaves, there',
      '- > [!NOTE]',
      '  > Hot *tea*',
      '- Code:',
      '  ```js',
      '  a:: b',
      '  ```',
      '',
      '- Video: <https://a.example/v> `((x))`',
    ]);
  });

  it('show the words of clozes, and the texts of the graph’s own macros', async () => {
    const settings = [
      '{:publishing/all-pages-public? true',
      ' ;; :macros {"poem" "no"}',
      ' :macros {"poem" "Rose is $1, \\"violet\\"; $2."',
      '          ; "other" "no"',
      '          "mark" "[:mark \\"$1\\"]" "deep" "{{mark $1}}" "loop" "{{loop}}"}',
      ' :x {"y" "z"}}',
    ];
    const root = folderWith({
      'logseq/config.edn': settings.join('\n'),
      'pages/Tea.md': [
        '- {{cloze green}} and {{cloze hot\\\\hint}} `{{cloze code}}`',
        '- {{poem red, blue}} {{deep gold}} {{loop}} {{y}}{{namespace tea}}',
      ].join('\n'),
    });
    expect((await readFolder(root)).byKey.get('pages/Tea.md')?.body.split('\n')).toEqual([
      '- green and hot `{{cloze code}}`',
      '- Rose is red, "violet"; blue. gold &#123;{loop}} &#123;{y}}',
    ]);
  });
});
