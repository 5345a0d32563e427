import { describe, expect, it } from 'vitest';
import { twinOf } from '../../../support/content/twin-of.js';
import { folderWith, readFolder } from '../../../support/sources/files/read-folder.js';

describe('a link to another file', () => {
  it.each([
    ['[x](ring%20numbers.md)', '[x](/ring%20numbers/)'],
    ['[x](<ring numbers.md>)', '[x](</ring%20numbers/>)'],
    ['[x](<./ring numbers.md#how>)', '[x](</ring%20numbers/#how>)'],
    ['[x](<ring numbers.md> "Title")', '[x](</ring%20numbers/> "Title")'],
    ['![x](<a b.png>)', '![x](</a%20b.png>)'],
    ['[x][r]\n\n[r]: <ring numbers.md>', '[x][r]\n\n[r]: </ring%20numbers/>'],
    ['[x][r]\n\n[r]: <ring numbers.md#how> "Title"', '[x][r]\n\n[r]: </ring%20numbers/#how> "Title"'],
    ['[r]\n\n[r]: ring%20numbers.md', '[r]\n\n[r]: /ring%20numbers/'],
    ['[r]\n\n[r]:\n  <ring numbers.md>', '[r]\n\n[r]:\n  </ring%20numbers/>'],
    ['[r]\n\n[r]:\n  plain.md', '[r]\n\n[r]:\n  /plain/'],
    ['[x](tide\\_table.md)', '[x](/tide_table/)'],
    ['[x](a&amp;b.md)', '[x](/a&b/)'],
    ['[x](<tide (old).md>)', '[x](</tide%20(old)/>)'],
    ['[x](tide%20(old).md)', '[x](/tide%20(old)/)'],
    ['[x](@/plain.md#how)', '[x](/plain/#how)'],
    ['[x](plain.html#how)', '[x](/plain/#how)'],
    ['[x](@site/plain.md)', '[x](/plain/)'],
    ['[x](pathname:///tea/list.pdf)', '[x](/tea/list.pdf)'],
    ['<a href="ring numbers.md">x</a>', '<a href="/ring%20numbers/">x</a>'],
  ])('%s is %s', async (written, body) => {
    const root = folderWith({
      'start.md': `---\ntitle: Start\n---\n${written}`,
      'ring numbers.md': 'How',
      'plain.md': 'Plain',
      'tide_table.md': 'Table',
      'a&b.md': 'Both',
      'tide (old).md': 'Old',
      'a b.png': 'p',
    });
    const { byKey } = await readFolder(root);
    expect(byKey.get('start.md')?.body).toBe(body);
  });

  it.each([
    '[x](<no such file.md>)',
    '[r]: <no such file.md>',
    '`[x](<ring numbers.md>)`',
    '<https://a.example/b.md>',
  ])('is left as it is: %s', async (written) => {
    const root = folderWith({ 'start.md': `---\ntitle: Start\n---\n${written}`, 'ring numbers.md': 'How' });
    const { byKey } = await readFolder(root);
    expect(byKey.get('start.md')?.body).toBe(written);
  });
});

describe('a link to a page by its name without extension', () => {
  const FILES = {
    'hugo.toml': 'title = "Tea"\n',
    'content/methods/Date.md': 'Date',
    'content/methods/_index.md': 'Methods',
    'content/guide/steep.md': 'Steep',
    'content/guide/brew/steep.md': 'Below',
    'content/guide/hidden.md': '---\ndraft: true\n---\nHidden',
  };
  it.each([
    ['[x](steep)', '[x](/guide/steep/)'],
    ['[x](steep/#how)', '[x](/guide/steep/#how)'],
    ['[x](../methods/)', '[x](/methods/)'],
    ['[x](methods/date)', '[x](/methods/date/)'],
    ['[x](/methods/Date/)', '[x](/methods/date/)'],
    ['[x](/methods/date/)', '[x](/methods/date/)'],
    ['[x](../steep/)', '[x](../steep/)'],
    ['[x](date)', '[x](date)'],
    ['[x](nowhere/at-all)', '[x](nowhere/at-all)'],
    ['[x](steep?a=b)', '[x](/guide/steep/?a=b)'],
  ])('%s is %s', async (written, body) => {
    const root = folderWith({ ...FILES, 'content/guide/start.md': `---\ntitle: Start\n---\n${written}` });
    expect((await readFolder(root)).byKey.get('content/guide/start.md')?.body).toBe(body);
  });

  it('stays if it is right as an address', async () => {
    const root = folderWith({ ...FILES, 'content/guide/brew.md': '---\ntitle: Brew\n---\n[x](steep)' });
    expect((await readFolder(root)).byKey.get('content/guide/brew.md')?.body).toBe('[x](steep)');
  });
});

it.each([
  ['mkdocs.yml', 'site_name: Tea\n', 'docs/a.md', 'A {{ leaf }} {{#if x}} b'],
  ['hugo.toml', 'title = "Tea"\n', 'content/a.md', 'A {{ leaf }} {{#if x}} b'],
  ['.obsidian/app.json', '{}', 'a.md', 'A {{ leaf }} {{#if x}} b'],
  ['mkdocs.yml', 'plugins: [macros]\n', 'docs/a.md', 'A b'],
  ['_config.yml', 'title: Tea\n', 'a.md', 'A b'],
])('braces in the text of a folder with %s %j', async (config, settings, name, shown) => {
  const body = 'A {{ leaf }} {{#if x}} b\n\n[c]({{ address }})';
  const { byKey } = await readFolder(
    folderWith({ [config]: settings, [name]: `---\ntitle: T\n---\n${body}` }),
  );
  expect(twinOf(byKey.get(name)?.body ?? '', name).markdown).toBe(`${shown}\n\nc\n`);
});
