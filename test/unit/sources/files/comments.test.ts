import { describe, expect, it } from 'vitest';
import { folderWith, readFolder, readOne } from '../../../support/sources/files/read-folder.js';

describe('a comment in Markdown', () => {
  it.each([
    ['a word', 'One %%SECRET%% two.', 'One  two.'],
    ['over two lines', 'One %%SECRET\nSECRET%% two.', 'One  two.'],
    ['a block', 'One\n\n%%\nSECRET\n\n- SECRET\n%%\n\ntwo', 'One\n\n\n\ntwo'],
    ['a block with text behind its mark', 'One\n\n%% SECRET\n\nSECRET %%\n\ntwo', 'One\n\n\n\ntwo'],
    ['a block with code in it', 'One\n\n%%\n```\nSECRET\n```\n%%\n\ntwo', 'One\n\n\n\ntwo'],
    ['a block in a list', 'One\n\n- %%\n  SECRET\n\n  SECRET\n  %%\n\ntwo', 'One\n\n- \n\ntwo'],
    ['of MDX', 'One {/* SECRET */} two.', 'One  two.'],
    ['of MDX over several lines', 'One\n\n{/*\nSECRET\n\nSECRET\n*/}\n\ntwo', 'One\n\n\n\ntwo'],
    ['of MDX with spaces', 'One { /* SECRET */ } two.', 'One  two.'],
    ['of kramdown', 'One {::comment}SECRET{:/comment} two{::comment}SECRET{:/}.', 'One  two.'],
    [
      'of kramdown over several lines',
      'One\n\n{::comment}\nSECRET {:/comment}\n\nSECRET\n{:/comment}\n\ntwo',
      'One\n\n\n\ntwo',
    ],
    ['of CriticMarkup', 'One {>>SECRET<<} two.', 'One  two.'],
    ['of ERB', 'One <%# SECRET %> two.', 'One  two.'],
    ['of MDX with code in it', 'One {/* `SECRET` */} two.', 'One  two.'],
  ])('%s is not read', async (_, written, body) => {
    for (const path of ['page.md', 'page.mdx'])
      expect((await readOne(`---\ntitle: T\n---\n${written}`, path)).body).toBe(body);
  });

  it.each([
    ['in code', 'Write `%%word%%` or `{/* word */}`.'],
    ['in a block of code', '```mermaid\n%% a %%\n```\n\n```jsx\n{/* word */}\n```'],
    ['percent signs of numbers', 'Of 100%% and 50%% only 10%% stay.'],
    ['one mark alone', 'The mark %% begins a comment.'],
    ['marks of two paragraphs', 'The mark %% begins one,\n\nand %% ends it.'],
    ['an open comment of MDX', 'Write {/* to begin.'],
    ['open comments of others', 'Write {::comment} or {>> or <%# to begin.'],
    ['an open or empty comment of kramdown', 'Write {::comment /} and {::comment} to begin.'],
  ])('%s is none', async (_, written) => {
    expect((await readOne(`---\ntitle: T\n---\n${written}`)).body).toBe(written);
  });

  it('gives no title away', async () => {
    expect((await readOne('%%SECRET%%\n# Title\n\nText')).title).toBe('Title');
    expect((await readOne('{/* # SECRET */}\n\n# Title\n\nText')).title).toBe('Title');
  });
});

describe('what Sphinx never shows', () => {
  it.each([
    [
      'a cell that is removed',
      '+++ {"tags": ["remove-cell"]}\n\nSECRET\n\n+++\ntwo\n+++ {"tags":["x","remove_cell"]}\nSECRET',
      'two',
    ],
    ['a line of comment', 'One\n% SECRET\ntwo', 'One\ntwo'],
    ['the name of a place', '(brewing-tea)=\n## Brewing\n\n(a)= b', '## Brewing\n\n(a)= b'],
    ['a directive of backticks', 'One\n\n```{todo}\nSECRET\n\n% SECRET\n```\n\ntwo', 'One\n\n\ntwo'],
    ['a directive of colons', 'One\n\n:::{only} internal\nSECRET\n:::\n\ntwo', 'One\n\n\ntwo'],
    [
      'a directive with others in it',
      'One\n\n````{comment}\n```\nSECRET\n```\nSECRET\n````\n\ntwo',
      'One\n\n\ntwo',
    ],
    [
      'a comment after code in a line',
      'One ```two```\n\n```a``` b\n\n% SECRET',
      'One ```two```\n\n```a``` b\n\n',
    ],
    ['a comment in a quote or a list', 'One\n\n> Two\n> % SECRET\n\n- % SECRET', 'One\n\n> Two\n\n'],
    ['a directive without an end', 'One\n\n```{todo}\nSECRET', 'One\n'],
    ['a comment in a directive', '```{margin}\n% SECRET\nShown\n```', 'Shown'],
  ])('%s is not read', async (_, written, body) => {
    const { byKey } = await readFolder(
      folderWith({ 'conf.py': 'extensions = []\n', 'page.md': `# T\n\n${written}` }),
    );
    expect(byKey.get('page.md')?.body.trim()).toBe(body.trim());
  });

  it.each([
    ['```\n% shown\n(x)=\n```', '```\n% shown\n(x)=\n```'],
    ['One % two', 'One % two'],
    ['````{margin}\n```\n% shown\n```\n````', '```\n% shown\n```'],
    ['```{code-block}\n% shown\n```', '```\n% shown\n```'],
    ['```{only} html\nShown\n```', 'Shown'],
  ])('%j is text', async (written, body) => {
    const { byKey } = await readFolder(
      folderWith({ 'conf.py': 'extensions = []\n', 'page.md': `# T\n\n${written}` }),
    );
    expect(byKey.get('page.md')?.body.trim()).toBe(body);
  });
});
