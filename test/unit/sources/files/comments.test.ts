import { describe, expect, it } from 'vitest';
import { readOne } from '../../../support/sources/files/read-folder.js';

describe('a comment in Markdown', () => {
  it.each([
    ['a word', 'One %%SECRET%% two.', 'One  two.'],
    ['over two lines', 'One %%SECRET\nSECRET%% two.', 'One  two.'],
    ['a block', 'One\n\n%%\nSECRET\n\n- SECRET\n%%\n\ntwo', 'One\n\n\n\ntwo'],
    ['a block with text behind its mark', 'One\n\n%% SECRET\n\nSECRET %%\n\ntwo', 'One\n\n\n\ntwo'],
    ['a block with code in it', 'One\n\n%%\n```\nSECRET\n```\n%%\n\ntwo', 'One\n\n\n\ntwo'],
    ['of MDX', 'One {/* SECRET */} two.', 'One  two.'],
    ['of MDX over several lines', 'One\n\n{/*\nSECRET\n\nSECRET\n*/}\n\ntwo', 'One\n\n\n\ntwo'],
    ['of MDX with spaces', 'One { /* SECRET */ } two.', 'One  two.'],
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
  ])('%s is none', async (_, written) => {
    expect((await readOne(`---\ntitle: T\n---\n${written}`)).body).toBe(written);
  });

  it('gives no title away', async () => {
    expect((await readOne('%%SECRET%%\n# Title\n\nText')).title).toBe('Title');
    expect((await readOne('{/* # SECRET */}\n\n# Title\n\nText')).title).toBe('Title');
  });
});
