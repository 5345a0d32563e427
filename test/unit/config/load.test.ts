import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Flags } from '../../../src/config/env.js';
import { loadConfig } from '../../../src/config/load.js';
import { failure, folderWith } from '../../support/config/folder.js';

const load = (cwd: string, flags: Flags = {}, env: Record<string, string> = {}) =>
  loadConfig({ cwd, flags, env });
const withFile = (config: unknown, more: Record<string, string> = {}) =>
  folderWith({ 'svc.config.json': JSON.stringify(config, null, 2), ...more });

describe('without a file', () => {
  it('fills in every default, relative to the current folder', async () => {
    const cwd = folderWith();
    const { config, run, file, folder } = await load(cwd);
    expect({ file, folder }).toEqual({ file: undefined, folder: cwd });
    expect(config).toMatchObject({
      source: [],
      out: join(cwd, 'out'),
      html: 'none',
      inPlace: false,
      restPrefix: 'api',
      restApi: { mode: 'static' },
      sidecar: false,
      sidecarAddress: '127.0.0.1:8787',
      hosts: [],
      profile: 'default',
      plugins: [],
      seo: { owner: false, name: '' },
      content: { git: { commit: false, push: false }, revisions: { keep: 25, days: 90 } },
    });
    expect(config.site).toMatchObject({ url: undefined, public: true });
    expect(run).toEqual({
      previous: undefined,
      full: false,
      workers: undefined,
      strict: false,
      dryRun: false,
      json: false,
    });
  });
});

describe('the file', () => {
  it('is normalised, with paths relative to it', async () => {
    const cwd = folderWith({
      'web/svc.config.json': JSON.stringify({
        $schema: './svc.config.schema.json',
        site: {
          url: 'https://BÜCHER.example:443/blog/',
          lang: 'pt-br',
          timezone: 'Europe/Lisbon',
          logo: '/icon.png',
        },
        identity: {
          type: 'Organization',
          email: 'hello@kiln.example',
          sameAs: ['https://social.example/@kiln'],
        },
        languages: ['de', 'DE', 'fr-ca'],
        source: ['posts', { type: 'wxr', path: '../old.xml', options: { keep: true } }],
        siteDir: 'built',
        publicDir: 'static',
        restPrefix: 'wp-json',
        restApi: { external: { base: 'https://cms.example/wp-json/wp/v2/' } },
        sidecar: 'https://agents.example/',
        sidecarAddress: '[::1]:9000',
        hosts: ['nginx', 'nginx', 's3'],
        sitemap: { url: '/sitemap.xml' },
        seo: { owner: 'Metatags' },
        mcpServers: [{ id: 'shop', endpoint: '/shop/mcp', tools: [{ name: 'find' }] }],
        plugins: ['./plugin.mjs', 'svc-plugin-tea'],
        profile: 'max-readiness',
        purge: { webhook: 'https://cdn.example/purge', tokenEnv: 'CDN_TOKEN' },
        content: { git: { commit: true }, revisions: { keep: 5, days: 0 } },
        ai: { provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:8080/v1/' },
        database: '.svc/site.db',
        trustedProxies: ['10.0.0.0/8', '::1'],
        dnsServers: ['192.0.2.53', '127.0.0.1:5353', '2001:db8::53', '[::1]:5353'],
        allowNetworks: ['10.1.0.0/16'],
        privacy: { allow: ['vip_badge', 'vip_badge'], deny: ['acme/*'] },
      }),
      'web/posts/': '',
      'old.xml': '',
    });
    const { config, file, folder } = await load(cwd, { config: 'web/svc.config.json' });
    const web = join(cwd, 'web');
    expect({ file, folder }).toEqual({ file: join(web, 'svc.config.json'), folder: web });
    expect(config).toMatchObject({
      site: {
        url: 'https://xn--bcher-kva.example/blog',
        lang: 'pt-BR',
        timezone: 'Europe/Lisbon',
        logo: 'https://xn--bcher-kva.example/blog/icon.png',
      },
      identity: {
        entity_type: 'Organization',
        contact_email: 'hello@kiln.example',
        same_as: ['https://social.example/@kiln'],
      },
      languages: ['de', 'fr-CA'],
      source: [
        { type: 'auto', path: join(web, 'posts'), options: {} },
        { type: 'wxr', path: join(cwd, 'old.xml'), options: { keep: true } },
      ],
      siteDir: join(web, 'built'),
      publicDir: join(web, 'static'),
      out: join(web, 'out'),
      html: 'augment',
      restPrefix: 'wp-json',
      restApi: { mode: 'external', base: 'https://cms.example/wp-json/wp/v2', idParam: 'id' },
      sidecar: 'https://agents.example',
      sidecarAddress: '[::1]:9000',
      hosts: ['nginx', 's3'],
      sitemap: { url: 'https://xn--bcher-kva.example/blog/sitemap.xml' },
      feed: { url: undefined },
      seo: { owner: true, name: 'Metatags' },
      mcpServers: [
        {
          id: 'shop',
          name: 'shop',
          description: '',
          version: '',
          endpoint: '/shop/mcp',
          tools: [{ name: 'find', description: '' }],
        },
      ],
      plugins: [join(web, 'plugin.mjs'), 'svc-plugin-tea'],
      profile: 'max-readiness',
      purge: { webhook: 'https://cdn.example/purge', tokenEnv: 'CDN_TOKEN' },
      content: { git: { commit: true, push: false, branch: undefined }, revisions: { keep: 5, days: 0 } },
      ai: { provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:8080/v1' },
      database: join(web, '.svc/site.db'),
      trustedProxies: ['10.0.0.0/8', '::1'],
      dnsServers: ['192.0.2.53', '127.0.0.1:5353', '2001:db8::53', '[::1]:5353'],
      allowNetworks: ['10.1.0.0/16'],
      privacy: { allow: ['vip_badge'], deny: ['acme/*'] },
    });
  });

  it.each([
    ['vip_badge', 'vip_badge'],
    [' staff area ', 'staff area'],
    ['[acme level="2"]', 'acme'],
    ['[/acme]', 'acme'],
    ['<Acme.Box tier="2">', 'Acme.Box'],
    ['{{< acme >}}', 'acme'],
    ['<!-- wp:acme/box {"tier":2} -->', 'acme/box'],
    ['wp:acme/*', 'acme/*'],
    [':::acme title', 'acme'],
    ['.acme-only', 'acme-only'],
    ['/backstage/', 'backstage'],
    ['*-only', '*-only'],
    ['会員', '会員'],
  ])('takes a name of the privacy rules as it stands in a text: %s', async (written, name) => {
    const cwd = folderWith({ 'svc.config.json': JSON.stringify({ privacy: { deny: [written] } }) });
    const { config } = await load(cwd);
    expect(config.privacy.deny).toEqual([name]);
  });

  it('may be YAML', async () => {
    const cwd = folderWith({ 'svc.config.yaml': 'site:\n  url: https://kiln.example # ours\nout: public\n' });
    const { config } = await load(cwd);
    expect(config.site.url).toBe('https://kiln.example');
    expect(config.out).toBe(join(cwd, 'public'));
  });

  it.each(['svc.config.mjs', 'svc.config.js'])('may be a module: %s', async (name) => {
    const cwd = folderWith({
      [name]: "export const config = { out: 'made' };\n",
      'package.json': '{"type":"module"}',
    });
    expect((await load(cwd)).config.out).toBe(join(cwd, 'made'));
  });

  it.each(['svc.config.mjs', 'svc.config.ts', 'svc.config.mts'])(
    'may be a default export, with members that are undefined: %s',
    async (name) => {
      const site = "{ url: new URL('https://kiln.example/'), name: process.env.NO_SUCH_NAME }";
      const cwd = folderWith({
        [name]: `export default { out: 'made', site: ${site} };\n`,
        'package.json': '{"type":"module"}',
      });
      const { config } = await load(cwd);
      expect([config.out, config.site.url]).toEqual([join(cwd, 'made'), 'https://kiln.example']);
    },
  );

  it('may begin with a byte order mark, and an empty YAML file says nothing', async () => {
    expect(
      (await load(folderWith({ 'svc.config.json': '\uFEFF{"restPrefix":"rest"}' }))).config.restPrefix,
    ).toBe('rest');
    expect((await load(folderWith({ 'svc.config.yml': '' }))).config.restPrefix).toBe('api');
  });

  it('takes the pages of siteDir as content when nothing else is named', async () => {
    const cwd = withFile({ siteDir: 'built' });
    expect((await load(cwd)).config.source).toEqual([
      { type: 'html', path: join(cwd, 'built'), options: {} },
    ]);
  });
});

describe('a wrong file', () => {
  it('is refused with line and column and the key that was meant', async () => {
    const error = await failure(load(withFile({ site: { ulr: 'https://kiln.example' } })));
    expect(error).toMatchObject({ code: 'SVC_CONFIG_INVALID', exitCode: 2, fix: 'Did you mean "url"?' });
    expect(error.location).toEqual({ file: 'svc.config.json', field: 'site.ulr', line: 3, column: 5 });
  });

  it.each([
    [{ baseUrl: 'https://kiln.example' }, 'site.url'],
    [{ lang: 'en' }, 'site.lang'],
    [{ sources: 'content' }, 'source'],
  ])('names the key that %j means, also in another place', async (content, meant) => {
    const error = await failure(load(folderWith({ 'svc.config.json': JSON.stringify(content) })));
    expect(error.fix).toBe(`Did you mean "${meant}"?`);
  });

  it('is refused in YAML with line and column too', async () => {
    const error = await failure(
      load(folderWith({ 'svc.config.yaml': 'site:\n  url: https://kiln.example\nrestprefix: x\n' })),
    );
    expect(error.location).toMatchObject({
      file: 'svc.config.yaml',
      field: 'restprefix',
      line: 3,
      column: 1,
    });
    expect(error.fix).toContain('restPrefix');
  });

  it.each([
    [{ site: { url: 7 } }, 'site.url', /expected a text, found 7/],
    [{ site: { url: 'kiln.example' } }, 'site.url', /absolute http\(s\) address, found "kiln.example"/],
    [{ site: { url: 'https://kiln.example/?x' } }, 'site.url', /without query and fragment/],
    [{ site: { url: 'https://kiln.example/#x' } }, 'site.url', /without query and fragment/],
    [{ site: { url: 'ftp://kiln.example' } }, 'site.url', /absolute http/],
    [{ site: { url: 'https://' } }, 'site.url', /absolute http/],
    [{ site: { lang: 'en_GB' } }, 'site.lang', /BCP 47/],
    [{ site: { timezone: 'Mars/Base' } }, 'site.timezone', /time zone, found "Mars\/Base"/],
    [{ site: { timezone: '+01:00' } }, 'site.timezone', /time zone/],
    [{ identity: { email: 'nobody' } }, 'identity.email', /expected valid address/],
    [{ identity: { sameAs: ['here'] } }, 'identity.sameAs', /URLs/],
    [{ source: 7 }, 'source', /a text, or an object, or a list, found 7/],
    [{ source: '' }, 'source', /isn't empty/],
    [{ source: { type: 'wrx', path: 'a.xml' } }, 'source.type', /one of auto, wxr/],
    [{ source: { type: 'wxr' } }, 'source', /expected the key "path"/],
    [{ source: ['a', { pth: 'b', path: 'c' }] }, 'source[1].pth', /no such key/],
    [{ html: 'augment' }, 'html', /while there is no "siteDir"/],
    [{ restPrefix: '/api/' }, 'restPrefix', /without slashes at the ends/],
    [{ restPrefix: 'svc/x' }, 'restPrefix', /other than "svc"/],
    [{ restPrefix: 'API' }, 'restPrefix', /a-z/],
    [{ restApi: 'statik' }, 'restApi', /expected one of static, off, found "statik"/],
    [{ restApi: { external: { base: 'cms' } } }, 'restApi.external.base', /absolute/],
    [{ sidecar: 'yes' }, 'sidecar', /absolute http/],
    [{ sidecarAddress: '8787' }, 'sidecarAddress', /a host and a port/],
    [{ sidecarAddress: 'a;b:80' }, 'sidecarAddress', /a host and a port/],
    [{ sidecarAddress: '[::1]:70000' }, 'sidecarAddress', /a host and a port/],
    [{ hosts: ['ngnix'] }, 'hosts[0]', /one of netlify/],
    [{ sitemap: { url: 'sitemap.xml' } }, 'sitemap.url', /path that starts with "\/"/],
    [{ sitemap: { url: '//evil.example/x' } }, 'sitemap.url', /path that starts with "\/"/],
    [{ purge: { command: ['x'], webhook: 'https://cdn.example' } }, 'purge', /either "command" or "webhook"/],
    [
      {
        mcpServers: [
          { id: 'a', endpoint: '/a' },
          { id: 'a', endpoint: '/b' },
        ],
      },
      'mcpServers[1].id',
      /no other server/,
    ],
    [
      { structuredData: { searchUrl: '/find?q=' } },
      'structuredData.searchUrl',
      /\{search_term_string\} in it/,
    ],
    [
      { structuredData: { topicUrls: { Rye: ['Q12099'] } } },
      'structuredData.topicUrls.Rye',
      /absolute http\(s\) address/,
    ],
    [{ trustedProxies: ['10.0.0.0/64'] }, 'trustedProxies[0]', /IP address or a network/],
    [{ dnsServers: ['dns.example'] }, 'dnsServers[0]', /IP address/],
    [{ dnsServers: ['192.0.2.53', '192.0.2.53:0'] }, 'dnsServers[1]', /IP address/],
    [{ allowNetworks: ['all'] }, 'allowNetworks[0]', /IP address or a network/],
    [{ privacy: { deny: ['vip', '[]'] } }, 'privacy.deny[1]', /a name/],
    [{ database: 'mysql://db.example/svc' }, 'database', /expected a postgres:\/\/ address or a path/],
    [{ plugins: 'x' }, 'plugins', /expected a list, found "x"/],
    [[], undefined, /expected an object, found a list/],
  ])('%j: names field, expected and found', async (config, field, message) => {
    const error = await failure(load(withFile(config)));
    expect(error.code).toBe('SVC_CONFIG_INVALID');
    expect(error.location.field).toBe(field);
    expect(error.location.line).toBeGreaterThan(0);
    expect(error.message).toMatch(message);
    expect(error.fix).toBeTruthy();
  });

  it.each([
    [{ sitemap: 'https://tea.example/map.xml' }, 'Write an object with some of these keys: url.'],
    [{ hosts: 'nginx' }, 'Write a list: ["nginx"].'],
    [
      { purge: 'curl https://mia:hunter2@tea.example' },
      /^(?!.*hunter2)Write an object with some of these keys: /,
    ],
  ])('%j: shows how an object or a list is written', async (config, fix) => {
    expect((await failure(load(withFile(config)))).fix).toMatch(fix);
  });

  it('suggests values as it suggests keys, and names the other problems', async () => {
    const error = await failure(load(withFile({ hosts: ['ngnix', 'cady'] })));
    expect(error.fix).toBe('Did you mean "nginx"?');
    expect(error.message).toContain(' (and 1 more problem: hosts[1])');
  });

  it.each([
    [{ database: { password: 'hunter2' } }],
    [{ database: 'mysql://mia:hunter2@db.example/svc' }],
    [{ ai: { provider: 'hunter2' } }],
    [{ purge: { webhook: 'hunter2' } }],
    [{ site: { url: 'https://mia:hunter2@kiln.example' } }],
  ])('%j: never repeats a secret', async (config) => {
    const error = await failure(load(withFile(config)));
    expect(`${error.message} ${error.fix}`).not.toContain('hunter2');
  });

  it.each([
    ['svc.config.json', '{"out": "a",\n  "ai": {"key": "hunter2" "x"}}'],
    ['svc.config.yaml', 'out: a\nai: {key: hunter2\n'],
  ])('%s: tells where it cannot be parsed, and repeats nothing of it', async (name, text) => {
    const error = await failure(load(folderWith({ [name]: text })));
    expect(error).toMatchObject({ code: 'SVC_CONFIG_INVALID' });
    expect(error.location).toMatchObject({
      file: name,
      line: expect.any(Number),
      column: expect.any(Number),
    });
    expect(`${error.message} ${error.fix}`).not.toContain('hunter2');
  });

  it('is refused when aliases multiply', async () => {
    const layers = Array.from(
      { length: 9 },
      (_, i) => `l${i + 1}: &l${i + 1} [${Array(9).fill(`*l${i}`).join(', ')}]`,
    );
    const text = ['l0: &l0 [x]', ...layers].join('\n');
    expect((await failure(load(folderWith({ 'svc.config.yaml': text })))).message).toContain('alias');
  });

  it('is refused when there are two, or none where one was named', async () => {
    const two = await failure(load(folderWith({ 'svc.config.json': '{}', 'svc.config.yml': '' })));
    expect(two.message).toContain('svc.config.json and svc.config.yml');
    const none = await failure(load(folderWith(), { config: 'missing.json' }));
    expect(none).toMatchObject({ code: 'SVC_USAGE', location: { field: '--config' } });
  });

  it.each([
    ['export const settings = {};', /a default export or an export "config"/],
    ['export default { plugins: [() => 1] };', /^plugins\[0\]: expected plain data, found a function$/],
    [
      'const me = {}; me.site = me; export default me;',
      /^site: expected plain data, found a value that contains itself/,
    ],
    ['throw new Error("at start");', /can't be loaded/],
  ])('is refused when its module does not work: %s', async (text, message) => {
    expect((await failure(load(folderWith({ 'svc.config.mjs': text })))).message).toMatch(message);
  });
});

describe('environment and flags', () => {
  const file = {
    site: { url: 'https://file.example' },
    source: 'from-file',
    out: 'file-out',
    hosts: ['nginx'],
  };

  it('win over the file, flags over the environment, and their paths start at the current folder', async () => {
    const cwd = folderWith({ 'web/svc.config.json': JSON.stringify(file) });
    const env = {
      SVC_CONFIG: 'web/svc.config.json',
      SVC_BASE_URL: 'https://env.example/',
      SVC_SOURCE: 'a:b',
      SVC_OUT: 'env-out',
      SVC_SITE: 'built',
      SVC_HOSTS: 'caddy, s3',
      SVC_STRICT: '1',
      SVC_FULL: 'true',
      SVC_DRY_RUN: 'on',
      SVC_JSON: 'yes',
      SVC_IN_PLACE: '1',
      SVC_WORKERS: '3',
      SVC_PREVIOUS: 'last',
    };
    const { config, run } = await load(cwd, {}, env);
    expect(config).toMatchObject({
      site: { url: 'https://env.example' },
      source: [{ path: join(cwd, 'a') }, { path: join(cwd, 'b') }],
      out: join(cwd, 'env-out'),
      siteDir: join(cwd, 'built'),
      hosts: ['caddy', 's3'],
      inPlace: true,
    });
    expect(run).toEqual({
      previous: join(cwd, 'last'),
      full: true,
      workers: 3,
      strict: true,
      dryRun: true,
      json: true,
    });

    const flags = {
      baseUrl: 'https://flag.example',
      source: ['c:d'],
      out: 'flag-out',
      hosts: 'apache',
      strict: false,
    };
    const flagged = await load(cwd, { ...flags, previous: 'https://flag.example/' }, env);
    expect(flagged.config).toMatchObject({
      site: { url: 'https://flag.example' },
      source: [{ path: join(cwd, 'c:d') }],
      out: join(cwd, 'flag-out'),
      hosts: ['apache'],
    });
    expect(flagged.run).toMatchObject({ strict: false, previous: 'https://flag.example/' });
  });

  it('count as absent when a variable is empty', async () => {
    const cwd = withFile(file);
    expect((await load(cwd, {}, { SVC_OUT: '', SVC_BASE_URL: '' })).config.site.url).toBe(
      'https://file.example',
    );
  });

  it.each([
    [{ baseUrl: 'kiln.example' }, {}, '--base-url'],
    [{}, { SVC_BASE_URL: 'https://a:b@kiln.example' }, 'SVC_BASE_URL'],
    [{ workers: '65' }, {}, '--workers'],
    [{}, { SVC_WORKERS: 'many' }, 'SVC_WORKERS'],
    [{ hosts: 'nginx,apachee' }, {}, '--hosts'],
    [{}, { SVC_STRICT: 'perhaps' }, 'SVC_STRICT'],
    [{ source: [] }, {}, '--source'],
    [{ out: ' ' }, {}, '--out'],
  ])('%j %j: name what is wrong', async (flags, env, field) => {
    const error = await failure(load(folderWith(), flags, env as Record<string, string>));
    expect(error).toMatchObject({ code: 'SVC_USAGE', exitCode: 2 });
    expect(error.location.field).toBe(field);
    expect(error.message).not.toContain(':b@');
  });
});

describe('a file that can be misread', () => {
  it.each([
    ['Latin-1', Buffer.from('{"site": {"name": "Caf\xe9"}}', 'latin1'), "isn't UTF-8"],
    ['UTF-16', Buffer.from('\uFEFF{"out": "x"}', 'utf16le'), 'is UTF-16'],
  ])('in %s is refused', async (_, bytes, message) => {
    const cwd = folderWith();
    writeFileSync(join(cwd, 'svc.config.json'), bytes);
    const error = await failure(load(cwd));
    expect(error).toMatchObject({ code: 'SVC_CONFIG_INVALID', location: { file: 'svc.config.json' } });
    expect(error.message).toContain(message);
  });

  it('with a second YAML document is refused', async () => {
    const cwd = folderWith({ 'svc.config.yaml': 'out: x\n---\nprivacy: { deny: [vip] }\n' });
    expect(await failure(load(cwd))).toMatchObject({ code: 'SVC_CONFIG_INVALID', location: { line: 2 } });
  });

  it('with a value that contains itself is refused', async () => {
    const source = 'source:\n  path: content\n  options: &o\n    more: *o\n';
    const error = await failure(load(folderWith({ 'svc.config.yaml': source })));
    expect(error.message).toMatch(/source\.options\.more: .* contains itself/);
  });

  it('that is a link to nothing, or a folder, is no missing configuration', async () => {
    const cwd = folderWith({ 'svc.config.json/': '' });
    expect(await failure(load(cwd))).toMatchObject({ message: "the configuration isn't a file" });
    const linked = folderWith();
    symlinkSync('gone.json', join(linked, 'svc.config.json'));
    expect(await failure(load(linked))).toMatchObject({ location: { file: 'svc.config.json' } });
  });

  it('as a module whose values throw is named', async () => {
    const code = 'export default { get site() { throw new Error("no site"); } };';
    const error = await failure(load(folderWith({ 'svc.config.mjs': code })));
    expect(error).toMatchObject({ code: 'SVC_CONFIG_INVALID', location: { file: 'svc.config.mjs' } });
  });
});
