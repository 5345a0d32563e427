import { describe, expect, it } from 'vitest';
import { twinOf } from '../../../../support/content/twin-of.js';
import { folderWith, readFolder } from '../../../../support/sources/files/read-folder.js';

const page = (body: string) => `---\ntitle: Page\n---\n${body}`;

/** The twin of a page in a folder with these files. */
async function twinIn(files: Readonly<Record<string, string>>, name: string): Promise<string> {
  const { byKey } = await readFolder(folderWith(files));
  return twinOf(byKey.get(name)?.body ?? '', name).markdown.trim();
}

it('MDX shows the values of its own front matter', async () => {
  const text =
    '---\ntitle: Tea\nminutes: 3\n---\n\nBrew {frontMatter.title} for {frontMatter.minutes} min.\n';
  expect(await twinIn({ 'a.mdx': text }, 'a.mdx')).toBe('Brew Tea for 3 min.');
});

describe('parts that MDX imports', () => {
  const files = {
    'docs/parts/_brew.mdx':
      "---\ntitle: no\n---\nimport X from 'x';\n\nPour {props.tea} for {props.minutes} min. {props.unknown}\n\n- [more](./more.md)\n\n{props.children}",
    'docs/parts/_loop.mdx': "import Loop from './_loop.mdx'\n\nOnce <Loop />",
    'docs/parts/_draft.mdx': '---\ndraft: true\n---\nSECRET',
    'docs/parts/_gated.mdx': 'Open\n\n<MembersOnly>\n\nSECRET\n\n</MembersOnly>\n',
    'docs/parts/_price.mdx': 'export const price = 3;\nexport const more = { b: 4 };\n\n{tea} costs {price}.',
    'src/lib/leaves.ts': "export const leaves: string[] = ['Oolong'];\nexport const pick = () => leaves;\n",
    'docs/code.js': 'brew();\n\nwait();\n',
    'docs/data.json': '{ "leaf": { "name": "Oolong" } }',
    'global/steps.mdx': 'Warm the pot.',
    'src/lib/steps.mdx': 'Pour.',
    'docs/globs.json': '{ "files": ["leaves/*"] }',
    'tsconfig.json': `{ // aliases
      "compilerOptions": { "baseUrl": ".", "paths": { "@parts/*": ["docs/parts/*"], "up/*": ["../*"], }, } }`,
  };
  it.each([
    [
      'import Brew from \'./parts/_brew.mdx\';\n\n<Brew tea="Assam" minutes={2 + 1}>\n\nEnjoy.\n\n</Brew>\n\nEnd',
      'Pour Assam for 3 min.\n\n- [more](./parts/more.md)\n\nEnjoy.\n\nEnd',
    ],
    [
      'import { Content as Brew } from \'./parts/_brew.mdx\'\n\n1. a\n\n   <Brew tea="x" />\n\n2. b',
      '1. a\n\n   Pour x for min.\n\n   - [more](./parts/more.md)\n\n2. b',
    ],
    ["import L from './parts/_loop.mdx'\n\n<L />", 'Once'],
    ["import D from './parts/_draft.mdx'\n\nA\n\n<D />", 'A'],
    ["import G from './parts/_gated.mdx'\n\n<G />", 'Open'],
    ['A {<MembersOnly>SECRET</MembersOnly>} b\n\n{isMember && <b>SECRET</b>}\n\n{<b>C</b>}', 'A b\n\n**C**'],
    ["import S from '@global/steps.mdx'\n\n<S />", 'Warm the pot.'],
    ["import S from '@lib/steps.mdx'\n\n<S />", 'Pour.'],
    ["import P from '@parts/_gated.mdx'\n\n<P />", 'Open'],
    ["import Up from 'up/etc/passwd.mdx'\n\nA <Up />", 'A'],
    ["import Up from '../../etc/passwd.mdx'\n\nA <Up />", 'A'],
    [
      'import code from \'./code.js?raw\';\n\n<Code code={code} lang="js" />',
      '```js\nbrew();\n\nwait();\n```',
    ],
    [
      'import code from \'!!raw-loader!./code.js\';\n\n<CodeBlock language="js">{code}</CodeBlock>',
      '```js\nbrew();\n\nwait();\n```',
    ],
    ["import S from './parts/_price.mdx'\n\n<S tea='Assam' />", 'Assam costs 3.'],
    ["import { price as cost, more } from './parts/_price.mdx'\n\n{cost} {more.b}", '3 4'],
    ["import { leaves, pick } from '../src/lib/leaves.ts'\n\n{leaves[0]} {pick}", 'Oolong'],
    ["import data from './data.json';\n\nDrink {data.leaf.name}.", 'Drink Oolong.'],
    [
      "import text from './globs.json?raw';\n\nA\n\n<Code code={text} />",
      'A\n\n```\n{ "files": ["leaves/*"] }\n```',
    ],
    [
      "A\n\n```mdx\nimport data from './data.json';\n```\n\n<b>{data.leaf.name}</b>",
      "A\n\n```mdx\nimport data from './data.json';\n```",
    ],
  ])('%j', async (body, markdown) => {
    expect(await twinIn({ ...files, 'docs/page.mdx': page(body) }, 'docs/page.mdx')).toBe(markdown);
  });
});

it('Fumadocs includes parts and code', async () => {
  const files = {
    'package.json': '{"dependencies":{"fumadocs-mdx":"11"}}',
    'source.config.ts':
      "import { defineDocs } from 'fumadocs-mdx/config';\nexport const docs = defineDocs({ dir: 'content' });\n",
    'content/part.mdx': "---\ntitle: P\n---\nimport X from 'x';\n\nPour <include>./sub.md</include>",
    'content/sub.md': 'and wait.',
    'lib/a.ts': 'brew();\n',
  };
  const body =
    '<include>part.mdx</include>\n\n<include cwd meta=\'title="a.ts"\'>\n  lib/a.ts\n</include>\n\n## End [#e]';
  expect(await twinIn({ ...files, 'content/page.mdx': page(body) }, 'content/page.mdx')).toBe(
    'Pour\n\nand wait.\n\n*a.ts*\n\n```ts\nbrew();\n```\n\n## End',
  );
});

it('words after the language of a fence of Mintlify are its title', async () => {
  const files = {
    'docs.json': '{"$schema":"https://mintlify.com/docs.json","name":"M","navigation":{"pages":["page"]}}',
    'page.mdx': page(
      '```js A file {1-2} wrap icon="x"\na\n```\n\n```js wrap\nb\n```\n\n<CodeGroup>\n```js One\nc\n```\n</CodeGroup>',
    ),
  };
  expect(await twinIn(files, 'page.mdx')).toBe(
    '*A file*\n\n```js\na\n```\n\n```js\nb\n```\n\n**One**\n\n```js\nc\n```',
  );
});

it('values and snippets of Mintlify are filled in', async () => {
  const files = {
    'docs.json':
      '{"$schema":"https://mintlify.com/docs.json","name":"M","variables":{"version":"2.1"},"navigation":{"pages":["page"]}}',
    'page.mdx': page('Version {{version}} of {{ none }}\n\n<Snippet file="part.mdx" />\n\n`v{{version}}`'),
    'snippets/part.mdx': 'A *part*.\n',
  };
  expect(await twinIn(files, 'page.mdx')).toBe('Version 2.1 of\n\nA *part*.\n\n`v2.1`');
});

it('signs of Docsify for browsers are no text of a heading', async () => {
  const files = {
    'index.html': '<script>window.$docsify = { name: "T" }</script>',
    'page.md': page(
      '## Cups :id=cups {docsify-ignore}\n\n## Pots <!-- {docsify-ignore} -->\n\n## Tea :class=a :id=b',
    ),
  };
  expect(await twinIn(files, 'page.md')).toBe('## Cups\n\n## Pots\n\n## Tea');
});

it('code of Vocs includes files, and shows what it logs', async () => {
  const files = {
    'vocs.config.ts': 'export default {}',
    'docs/snippets/a.ts': '// [!region one]\none();\n// [!endregion one]\ntwo();\n',
  };
  const body =
    '```ts\n// @twoslash-cache: {"v":2}\nzero();\n```\n\n```ts twoslash\n// @noErrors\n// [!include ~/snippets/a.ts:one]\n// ---cut---\n// [!include ~/snippets/a.ts]\n// @log: 3 [4]\n```\n';
  expect(await twinIn({ ...files, 'docs/pages/page.mdx': page(body) }, 'docs/pages/page.mdx')).toBe(
    '```ts\nzero();\n```\n\n```ts\none();\ntwo();\n// 3 [4]\n```',
  );
});

describe('snippets and includes of VitePress', () => {
  const files = {
    'snippets/a.ts':
      '// #region brew\n  brew();\n  // #region inner\n  wait();\n  // #endregion inner\n// #endregion brew\nend();\n',
    'parts/b.md': '---\ntitle: B\n---\nOne\nTwo\n\n## Part\n\nText\n\n### Sub\n\n## Other\n',
    'parts/c.md': 'C <!--@include: ./b.md{1}-->',
  };
  it.each([
    [
      'A\n\n@[code{2-2} js{1}](./snippets/a.ts)\n\n`@[code](./snippets/a.ts)`',
      'A\n\n```js\n  brew();\n```\n\n`@[code](./snippets/a.ts)`',
    ],
    [
      '<<< ./snippets/a.ts',
      '```ts\n// #region brew\n  brew();\n  // #region inner\n  wait();\n  // #endregion inner\n// #endregion brew\nend();\n```',
    ],
    ['<<< @/snippets/a.ts#brew{2 js:line-numbers}', '```js\nbrew();\nwait();\n```'],
    ['::: code-group\n\n<<< @/snippets/a.ts#inner [a.ts]\n\n:::', '**a.ts**\n\n```ts\nwait();\n```'],
    [
      '::: code-group\n\n<<< @/snippets/a.ts#inner\n\n:::\n\n<<< @/snippets/a.ts#inner',
      '**a.ts**\n\n```ts\nwait();\n```\n\n```ts\nwait();\n```',
    ],
    ['- x\n\n  <<< ./snippets/a.ts#inner', '- x\n\n  ```ts\n  wait();\n  ```'],
    ['```\n<<< ./snippets/a.ts\n```', '```\n<<< ./snippets/a.ts\n```'],
    ['<!--@include: ./parts/b.md{2,}-->', 'Two\n\n## Part\n\nText\n\n### Sub\n\n## Other'],
    ['<!-- @include: ./parts/b.md{,1} -->', 'One'],
    ['<!--@include: ./parts/b.md#part-->', '## Part\n\nText\n\n### Sub'],
    ['<!--@include: @/parts/c.md-->', 'C One'],
  ])('%j', async (body, markdown) => {
    expect(await twinIn({ ...files, 'page.md': page(body) }, 'page.md')).toBe(markdown);
  });
});

it('the title of a page is filled in, except where its author marked braces as text', async () => {
  const body = 'See {{ $frontmatter.title }}.\n\n::: v-pre\n{{ $frontmatter.title }}\n:::';
  expect(await twinIn({ 'a.md': page(body) }, 'a.md')).toBe('See Page.\n\n{{ $frontmatter.title }}');
});

it('a front page has the banner and the cards of its front matter', async () => {
  const matter =
    'layout: home\nhero:\n  name: Tea\n  text: Leaves & water\n  tagline: In *minutes*\n  actions:\n    - text: Start\n      link: /start\nfeatures:\n  - title: Warm\n    details: All day\n  - title: Kettles\n    link: /kettles\n';
  expect(await twinIn({ 'zh/index.md': `---\n${matter}---\n\nBody` }, 'zh/index.md')).toBe(
    '**Leaves & water**\n\nIn \\*minutes\\*\n\n- [Start](/start)\n\n**Warm**\n\nAll day\n\n**[Kettles](/kettles)**\n\nBody',
  );
});

it('a front page of VuePress has its banner at the top level', async () => {
  const matter = 'home: true\nheroText: Tea\ntagline: Leaves\nactionText: Start\nactionLink: /start\n';
  expect(await twinIn({ 'zh/index.md': `---\n${matter}---\n` }, 'zh/index.md')).toBe(
    'Leaves\n\n- [Start](/start)',
  );
});

describe('includes in code', () => {
  const written =
    '`{{#include part.md}}` and `{{#title T}}`\n\n```html\n<!--@include: ./none.md-->\n{{#include part.md}}\n```';
  const filesOf = (more: Readonly<Record<string, string>>) =>
    folderWith({ 'page.md': page(`${written}\n\n{{#include none.md}}`), ...more });

  it('are text in a folder of another generator, unless they can be filled in', async () => {
    const { warnings, byKey } = await readFolder(filesOf({}));
    expect(byKey.get('page.md')?.body).toContain(written);
    const [warning, ...others] = warnings.filter(({ code }) => code === 'include-left-out');
    expect(warning?.message).toBe("{{#include none.md}} couldn't be included.");
    expect(others).toEqual([]);
    const { byKey: filled } = await readFolder(filesOf({ 'part.md': 'Filled' }));
    expect(filled.get('page.md')?.body).toContain('`Filled` and `{{#title T}}`');
  });

  it('count in a book', async () => {
    const book = { 'book.toml': '', 'src/SUMMARY.md': '- [Page](page.md)\n', 'src/page.md': page(written) };
    const { warnings } = await readFolder(folderWith(book));
    expect(warnings.map(({ message }) => message).join()).toContain('{{#include part.md}} and 1 more couldn');
  });
});
