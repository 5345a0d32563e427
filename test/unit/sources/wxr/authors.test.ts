import { describe, expect, it } from 'vitest';
import { exportOf, itemOf, metaOf, readText } from '../../../support/sources/wxr/helpers.js';

interface Person {
  readonly login?: string;
  readonly email?: string;
  readonly display?: string;
  readonly first?: string;
  readonly last?: string;
}

/** The names that an export with this one author gives away, by key. */
async function namesOf({
  login = 'mara77',
  email = 'mara@mill.example',
  display = '',
  first = '',
  last = '',
}: Person): Promise<readonly (readonly [string, string])[]> {
  const field = (name: string, text: string) => `<wp:author_${name}><![CDATA[${text}]]></wp:author_${name}>`;
  const fields = [
    field('login', login),
    field('email', email),
    field('display_name', display),
    field('first_name', first),
    field('last_name', last),
  ];
  const { items } = await readText(exportOf(itemOf(''), `<wp:author>${fields.join('')}</wp:author>`));
  return items.flatMap((item) => (item.kind === 'author' ? [[item.author.key, item.author.name]] : []));
}

describe('the name of an author', () => {
  it('is the display name before first and last name', async () => {
    expect(await namesOf({ display: 'Mara', first: 'Mara', last: 'Lind' })).toEqual([['mara77', 'Mara']]);
  });

  it.each([
    ['nothing', ''],
    ['the login', 'mara77'],
    ['the e-mail address of the account', 'mara@mill.example'],
    ['the e-mail address of an account without a full domain', 'mara@mill', 'mara@mill'],
    ['another e-mail address', 'mara.lind+blog@post.example'],
    ['another e-mail address without a full domain', 'root@localhost'],
    ['an e-mail address in brackets', '<mara@post.example>'],
    ['the login with an e-mail address', 'mara77 <mara@post.example>'],
  ])(
    'is first and last name where the display name is %s',
    async (_, display, email = 'mara@mill.example') => {
      const person = { display, email, first: 'Mara', last: 'Lind' };
      expect(await namesOf(person)).toEqual([['mara77', 'Mara Lind']]);
      expect(await namesOf({ display, email })).toEqual([]);
    },
  );

  it.each([
    ['Mara Lind <mara@post.example>', 'Mara Lind'],
    ['Mara Lind (mara@post.example)', 'Mara Lind'],
    ['mara@post.example Lind', 'Lind'],
    ['Mara @ the Mill', 'Mara @ the Mill'],
    ['@mara', '@mara'],
  ])('leaves the e-mail address in %j out', async (display, name) => {
    expect(await namesOf({ display })).toEqual([['mara77', name]]);
  });

  it('is never an e-mail address in the fields of first and last name', async () => {
    expect(await namesOf({ first: 'mara@post.example' })).toEqual([]);
    expect(await namesOf({ first: 'mara77' })).toEqual([]);
    expect(await namesOf({ first: 'Mara', last: 'mara@post.example' })).toEqual([['mara77', 'Mara']]);
  });

  it('is no part of a login that holds an e-mail address', async () => {
    const login = 'mara mara@post.example';
    expect(await namesOf({ login, display: login })).toEqual([]);
  });

  it('is none without a login, which entries name', async () => {
    expect(await namesOf({ login: '', display: 'Mara' })).toEqual([]);
  });
});

describe('what a file says twice', () => {
  const twice = (key: string, first: string, second: string) => metaOf(key, first) + metaOf(key, second);
  const entryWith = async (fields: string) => {
    const { entries } = await readText(exportOf(itemOf(fields)));
    return entries[0];
  };

  it('counts the last time in post meta', async () => {
    const fields =
      twice('_svc_description', 'old', 'new') +
      twice('_thumbnail_id', '7', '8') +
      twice('_yoast_wpseo_meta-robots-noindex', '1', '2');
    expect(await entryWith(fields)).toMatchObject({ description: 'new', image: 8, noindex: false });
    expect(await entryWith(twice('_is_paid', '0', '1'))).toMatchObject({ protected: true });
  });

  it('leaves the value before it where the last one is empty', async () => {
    expect(await entryWith(twice('_svc_description', 'old', ''))).toMatchObject({ description: 'old' });
  });

  it('counts the first time in other fields', async () => {
    const fields = '<wp:post_name>first</wp:post_name><wp:post_name>second</wp:post_name>';
    expect(await entryWith(fields)).toMatchObject({ slug: 'first' });
    const withStatus = await entryWith('<wp:status>draft</wp:status>');
    expect(withStatus).toMatchObject({ status: 'publish' });
  });

  it('counts the first time in the head', async () => {
    const { items } = await readText(exportOf(itemOf(''), '<title>Second</title><language>de</language>'));
    expect(items[0]).toMatchObject({ site: { title: 'Loft', lang: 'de' } });
  });
});
