import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main } from '../../../src/cli/main.js';
import { json, workspace } from '../../support/build/workspace.js';

interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(cwd: string, args: readonly string[], input = '', env = {}): Promise<Result> {
  let [out, err] = ['', ''];
  const code = await main(args, {
    env,
    cwd,
    isTty: false,
    stdin: (async function* () {
      yield input;
    })(),
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { code, out, err };
}

const PASSWORD = 'salt wind and lamp oil';
const add = (cwd: string, name: string, role = 'editor', input = `${PASSWORD}\n`) =>
  run(cwd, ['user', 'add', name, '--role', role, '--password-stdin'], input);

describe('svc user', () => {
  it('adds, lists, changes and removes accounts', async () => {
    const cwd = workspace({});
    expect(await run(cwd, ['user', 'list'])).toMatchObject({ code: 0, out: '' });
    expect(await add(cwd, 'Ada', 'administrator')).toMatchObject({
      code: 0,
      err: 'Added ada as administrator.\n',
    });
    expect(await add(cwd, 'bob')).toMatchObject({ code: 0 });
    const listed = await run(cwd, ['user', 'list']);
    expect(listed.out).toBe('ada  administrator\nbob  editor\n');
    const passwd = ['user', 'passwd', 'BOB', '--password-stdin'];
    expect((await run(cwd, passwd, 'another long password')).err).toBe('Changed the password of bob.\n');
    expect((await run(cwd, ['user', 'remove', 'bob'])).err).toBe('Removed bob.\n');
    const { users } = JSON.parse((await run(cwd, ['user', 'list', '--json'])).out) as { users: object[] };
    expect(users).toMatchObject([{ name: 'ada', role: 'administrator' }]);
    expect(JSON.stringify(users)).not.toContain('scrypt');
    expect(statSync(join(cwd, '.svc/svc.db')).mode & 0o077).toBe(0);
  });

  it.each([
    { DATABASE_URL: 'data/site.db' },
    { SVC_DATABASE: 'data/site.db', DATABASE_URL: 'data/other.db' },
    { SVC_DATABASE: 'data/site.db', DATABASE_URL: 'mysql://a:b@127.0.0.1/app' },
  ])('uses the database that %j or --database names', async (env) => {
    const cwd = workspace({});
    await run(cwd, ['user', 'add', 'ada', '--role', 'editor', '--password-stdin'], PASSWORD, env);
    expect((await run(cwd, ['user', 'list', '--database', 'data/site.db'])).out).toBe('ada  editor\n');
    expect((await run(cwd, ['user', 'list'])).out).toBe('');
  });

  it.each([
    [['user', 'add', 'x', '--role', 'editor', '--password-stdin'], PASSWORD, /a valid account name/],
    [['user', 'add', 'ada', '--role', 'admin', '--password-stdin'], PASSWORD, /"admin" isn't a role/],
    [['user', 'add', 'ada', '--role', 'editor'], PASSWORD, /the password is missing/],
    [['user', 'add', 'ada', '--role', 'editor', '--password-stdin'], 'short', /at least 12/],
    [['user', 'add', 'ada', '--role', 'editor', '--password-stdin'], 'x'.repeat(2000), /longer than/],
    [['user', 'add', 'ada'], PASSWORD, /--role/],
  ])('refuses %j with exit code 2 and makes nothing', async (args, input, message) => {
    const cwd = workspace({});
    const { code, err } = await run(cwd, args, input);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
    expect(err).not.toContain(PASSWORD);
  });

  it('names what is wrong with names', async () => {
    const cwd = workspace({});
    await add(cwd, 'ada');
    expect(await add(cwd, 'ADA')).toMatchObject({ code: 1, err: expect.stringContaining('already') });
    expect(await run(cwd, ['user', 'remove', 'adda'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Did you mean "ada"?'),
    });
  });
});

describe('svc settings', () => {
  it('gets, sets and resets', async () => {
    const cwd = workspace({});
    expect((await run(cwd, ['settings', 'get', 'topics_max'])).out).toBe('12\n');
    expect((await run(cwd, ['settings', 'set', 'topics_max', '7'])).out).toBe('7\n');
    expect((await run(cwd, ['settings', 'set', 'identity.about', 'Lamps and seals'])).code).toBe(0);
    expect(json(cwd, 'svc.settings.json')).toEqual({ identity: { about: 'Lamps and seals' }, topics_max: 7 });
    expect((await run(cwd, ['settings', 'reset', 'topics_max'])).out).toBe('12\n');
    expect((await run(cwd, ['settings', 'get', 'identity'])).out).toContain('"about": "Lamps and seals"');
    await run(cwd, ['settings', 'reset', '--yes']);
    expect(JSON.parse((await run(cwd, ['settings', 'get', '--json'])).out)).toMatchObject({
      settings: { topics_max: 12, identity: { about: '' } },
    });
  });

  it.each([
    ['content_signal', '{"ai_train": false}'],
    ['blocked_agents', '["TeaBot", "ab"]'],
    ['blocked_agents', 'TeaBot'],
    ['blocked_agents', ''],
    ['identity.about', ' Lamps and seals '],
  ])('sets %s to %s again without an error', async (key, value) => {
    const cwd = workspace({});
    await run(cwd, ['settings', 'set', key, value]);
    expect(await run(cwd, ['settings', 'set', key, value])).toMatchObject({ code: 0, err: '' });
  });

  it('keeps them in the database where there is one, and a build reads them there', async () => {
    const files = { 'content/a.md': '# A\n\nText.\n', 'svc.config.json': '{"database": "site.db"}' };
    const cwd = workspace(files);
    await run(cwd, ['settings', 'set', 'enable_llms_txt', 'false']);
    const build = ['build', '--source', 'content', '--base-url', 'https://example.org', '--json'];
    const { code, out } = await run(cwd, build, '', { SOURCE_DATE_EPOCH: '1782986400' });
    const { added } = JSON.parse(out) as { added: string[] };
    expect([code, added.includes('llms.txt'), added.includes('robots.txt')]).toEqual([0, false, true]);
    expect(added).not.toContain('svc.settings.json');
  });

  it.each([
    [['settings', 'get', 'topic_max'], /Did you mean "topics_max"/],
    [['settings', 'set', 'identity.abut', 'x'], /Did you mean "about"/],
    [['settings', 'get', '__proto__'], /no setting/],
    [['settings', 'set', 'seo.owner', 'Shop'], /"seo\.owner" is a key of the configuration/],
    [['settings', 'set', 'topics_max', 'many'], /can't be many/],
    // Shells remove the quotation marks of ["TeaBot"], which would be a list of one name with brackets.
    [['settings', 'set', 'blocked_agents', '[TeaBot]'], /blocked_agents: the value isn't valid JSON/],
    [['settings', 'set', 'blocked_agents', '["a", "b"]'], /at least 3 characters/],
    [['settings', 'set', 'identity', '{"abut": "x"}'], /with the keys entity_type, name, role, about/],
    [['settings', 'set', 'identity', '{"name": "Mara", "abut": "x"}'], /with the keys/],
    [['settings', 'set', 'content_signal', '{"ai_train": "maybe"}'], /can't be/],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await run(workspace({}), args);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });
});
