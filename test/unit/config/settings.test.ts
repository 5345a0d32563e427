import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { declarations } from '../../../src/config/declarations.js';
import { defaultSettings, type Settings, sanitiseSettings } from '../../../src/config/settings.js';

const site = { types: ['post', 'page', 'event'] };
const patch = (input: unknown, stored: Settings = defaultSettings()) => sanitiseSettings(input, stored, site);

describe('defaults', () => {
  it('are those of the specification and a fresh object each time', () => {
    const settings = defaultSettings();
    expect(settings).toMatchObject({
      enable_llms_txt: true,
      enable_security_txt: false,
      enable_mcp_server: false,
      llms_full_posts: 50,
      llms_full_max_kb: 900,
      post_types: ['post', 'page'],
      content_signal: { search: true, ai_input: true, ai_train: false },
      activity_retention_days: 30,
      activity_max_rows: 50000,
      signature_max_age_days: 90,
      enable_ai_catalog: false,
    });
    expect(settings.blocked_trainers).toHaveLength(8);
    expect(settings.identity.entity_type).toBe('Person');
    expect(settings.security.expires_days).toBe(182);
    expect(defaultSettings()).not.toBe(settings);
    expect(defaultSettings().identity).not.toBe(settings.identity);
  });

  it.each([
    ['[4.2-security-txt-default-off]', { enable_security_txt: false }],
    ['[4.2-changes-default-on]', { enable_changes: true }],
    ['[5-writes-default-off]', { enable_mcp_server: false, enable_agent_writes: false }],
    ['[5-signing-default-on]', { enable_signing: true }],
    ['[6-purge-default-on]', { purge_cache_on_change: true }],
    ['[8.3.2-default-off]', { bypass_shared_cache: false }],
    ['[8.3.5-cdn-default-off]', { enable_referral_beacon: false }],
  ])('%s are as specified', (_, expected) => {
    expect(defaultSettings()).toMatchObject(expected);
  });

  it('are valid: sanitising them changes nothing', () => {
    expect(patch(defaultSettings())).toEqual(defaultSettings());
  });

  it('say of each setting what it is for', () => {
    for (const [key, one] of Object.entries(declarations)) {
      expect(one.text, key).toMatch(/[.)]$/);
      expect(one.feature, key).not.toBe('');
    }
  });
});

describe('patches', () => {
  it('keep what they do not name', () => {
    const stored = patch({
      identity: { name: 'Harbour Kitchen', expertise: ['smoked fish'] },
      blocked_trainers: [],
    });
    const next = patch({ identity: { role: 'Restaurant' } }, stored);
    expect(next.identity).toMatchObject({
      name: 'Harbour Kitchen',
      expertise: ['smoked fish'],
      role: 'Restaurant',
    });
    expect(next.blocked_trainers).toEqual([]);
  });

  it('treat null as absent and drop unknown keys', () => {
    const stored = patch({ topics_max: 7, identity: { name: 'Mill' } });
    const next = patch(
      { topics_max: null, identity: { name: null }, nonsense: 1, __proto__: { x: 1 } },
      stored,
    );
    expect(next).toEqual(stored);
    expect(next).not.toHaveProperty('nonsense');
  });

  it.each([undefined, null, 'text', 7, [], [{}], true])(
    'change nothing when they are no object: %j',
    (input) => {
      expect(patch(input)).toEqual(defaultSettings());
    },
  );

  it('merge integrations by connection and keep the other ones', () => {
    const stored = patch({ integrations: { slack: { url: 'https://hooks.example/a', on: true } } });
    const next = patch({ integrations: { matrix: { room: '!kiln' }, bad: 7 } }, stored);
    expect(next.integrations).toEqual({
      slack: { url: 'https://hooks.example/a', on: true },
      matrix: { room: '!kiln' },
    });
  });
});

describe('switches', () => {
  it.each([false, 0, '0', '', [], 'false', 'no', 'off', ' OFF '])('%j is off', (value) => {
    expect(patch({ enable_robots: value }).enable_robots).toBe(false);
  });
  it.each([true, 1, '1', 'on', 'yes', 'anything', [0], {}])('%j is on', (value) => {
    expect(patch({ enable_security_txt: value }).enable_security_txt).toBe(true);
  });

  it('stand on each other: MCP server, writes, publishing', () => {
    const on = { enable_mcp_server: true, enable_agent_writes: true, agent_writes_publish: true };
    expect(patch(on)).toMatchObject(on);
    expect(patch({ ...on, enable_agent_writes: false })).toMatchObject({ agent_writes_publish: false });
    expect(patch({ enable_mcp_server: false }, patch(on))).toMatchObject({
      enable_agent_writes: false,
      agent_writes_publish: false,
    });
  });
});

describe('numbers', () => {
  it.each([
    [0, 1],
    [-3, 1],
    [501, 500],
    ['12', 12],
    [7.9, 7],
    ['a lot', 50],
    [{}, 50],
    [Number.NaN, 50],
  ])('llms_full_posts %j becomes %j', (given, expected) => {
    expect(patch({ llms_full_posts: given }, patch({ llms_full_posts: 9 })).llms_full_posts).toBe(expected);
  });

  it('accept exactly the listed values, also as text, else the default', () => {
    expect(patch({ activity_retention_days: '90' }).activity_retention_days).toBe(90);
    expect(patch({ activity_retention_days: 31 }).activity_retention_days).toBe(30);
    expect(patch({ activity_max_rows: 1 }).activity_max_rows).toBe(50000);
    expect(patch({ identity: { entity_type: 'Robot' } }).identity.entity_type).toBe('Person');
  });
});

describe('lists', () => {
  it('may be one text, split at line breaks and commas', () => {
    expect(patch({ allowed_agents: 'Kelpbot, Reefbot\n\nTidebot' }).allowed_agents).toEqual([
      'Kelpbot',
      'Reefbot',
      'Tidebot',
    ]);
  });

  it('lose blanks, repetitions, tags and control characters', () => {
    const given = ['  Kelp\u0000bot ', '', '<b>Reef</b>bot', 'Reefbot', 3, null, {}, 'two\n\tlines'];
    expect(patch({ allowed_agents: given }).allowed_agents).toEqual([
      'Kelp bot',
      'Reefbot',
      '3',
      'two lines',
    ]);
  });

  it('keep 200 items of 300 characters, and never half a character', () => {
    const long = patch({ allowed_agents: Array.from({ length: 250 }, (_, i) => `bot ${i}`) }).allowed_agents;
    expect(long).toHaveLength(200);
    const [cut] = patch({ allowed_agents: ['🐟'.repeat(400)] }).allowed_agents;
    expect([...(cut ?? '')]).toHaveLength(300);
  });

  it('stay as stored when the input is no list at all', () => {
    expect(patch({ blocked_trainers: { a: 1 } }).blocked_trainers).toHaveLength(8);
  });

  it('have patterns of their own', () => {
    const next = patch({
      suppressed_resources: ['-My Shop!-', 'content', 'CONTENT', '---'],
      rest_namespaces: ['Shop/V1', 'a b'],
      webmcp_hidden_tools: ['svc/read*'],
      optimize_ignored: [3, '3', -1, 0, 'x', 7.5, 9],
      evergreen_categories: [4, 'herbs', '0', '-2'],
      blocked_agents: ['ab', 'abc'],
    });
    expect(next.suppressed_resources).toEqual(['myshop', 'content']);
    expect(next.rest_namespaces).toEqual(['shop/v1', 'ab']);
    expect(next.webmcp_hidden_tools).toEqual(['svc/read']);
    expect(next.optimize_ignored).toEqual([3, 9]);
    expect(next.evergreen_categories).toEqual([4, 'herbs']);
    expect(next.blocked_agents).toEqual(['abc']);
  });
});

describe('post_types', () => {
  it('are narrowed to types that exist', () => {
    expect(patch({ post_types: ['event', 'ghost'] }).post_types).toEqual(['event']);
  });
  it('stay as stored when nothing is left, and are never empty', () => {
    const stored = patch({ post_types: ['page'] });
    expect(patch({ post_types: [] }, stored).post_types).toEqual(['page']);
    expect(patch({ post_types: ['ghost'] }, { ...stored, post_types: [] }).post_types).toEqual([
      'post',
      'page',
    ]);
  });
  it('may be vetoed although they do not exist', () => {
    expect(patch({ post_types_vetoed: ['Ghost!'] }).post_types_vetoed).toEqual(['ghost']);
  });
});

describe('identity and security contact', () => {
  it('drops what is no address and cuts what is too long', () => {
    const { identity } = patch({
      identity: {
        name: 'K'.repeat(250),
        about: 'One.\r\nTwo.',
        contact_email: 'not an address',
        same_as: ['https://social.example/@kiln', 'javascript:alert(1)', '/relative'],
        services: [{ name: ' Glazing ', url: 'ftp://x' }, { description: 'nameless' }, 'text'],
      },
    });
    expect(identity.name).toHaveLength(200);
    expect(identity.about).toBe('One.\nTwo.');
    expect(identity.contact_email).toBe('');
    expect(identity.same_as).toEqual(['https://social.example/@kiln']);
    expect(identity.services).toEqual([{ name: 'Glazing', description: '', url: '' }]);
  });

  it('accepts paths of the site where an address of the site is meant, and only there', () => {
    const next = patch({
      tdm_policy_url: '/ai-policy',
      security: { policy: '//elsewhere.example/policy', hiring: '/jobs' },
      social_default_image: '/card.png',
      oauth_auth_server: '/login',
      identity: { same_as: ['/profile'] },
    });
    expect(next).toMatchObject({
      tdm_policy_url: '/ai-policy',
      social_default_image: '/card.png',
      oauth_auth_server: '',
    });
    expect(next.security).toMatchObject({ policy: '', hiring: '/jobs' });
    expect(next.identity.same_as).toEqual([]);
  });

  it('accepts contacts of four schemes and bare e-mail addresses', () => {
    const contacts = [
      'ops@kiln.example',
      'mailto:ops@kiln.example',
      'tel:+351-21-000',
      'https://kiln.example/report',
    ];
    const refused = ['javascript:alert(1)', 'kiln', 'ftp://kiln.example', 'tel:now please'];
    expect(patch({ security: { contacts: [...refused, ...contacts] } }).security.contacts).toEqual(contacts);
    expect(
      patch({ security: { expires_days: 900, policy: 'https://user:pass@kiln.example/' } }).security,
    ).toMatchObject({
      expires_days: 365,
      policy: '',
    });
  });
});

describe('verifier_custom', () => {
  const row = {
    label: 'Lantern Bot',
    ua: 'LanternBot',
    domains: ['https://crawl.lantern.example/x', 'localhost'],
  };

  it('reduces domains to hosts with a dot and makes a token of the label', () => {
    expect(patch({ verifier_custom: [row] }).verifier_custom).toEqual([
      {
        token: 'c_lantern-bot',
        label: 'Lantern Bot',
        ua: 'lanternbot',
        domains: ['.crawl.lantern.example'],
        url: '',
      },
    ]);
  });

  it.each([
    ['no label', { ...row, label: ' ' }],
    ['a needle that is too short', { ...row, ua: 'ab' }],
    ['a needle that is too long', { ...row, ua: 'a'.repeat(65) }],
    ['the needle of a built-in bot', { ...row, ua: 'GoogleBot' }],
    ['neither domain nor url', { ...row, domains: [] }],
    ['a url that is not https only', { ...row, domains: [], url: 'http://lantern.example/ips.json' }],
  ])('drops a row with %s', (_, bad) => {
    expect(patch({ verifier_custom: [bad] }).verifier_custom).toEqual([]);
  });

  it('drops repeated needles and tokens, and keeps at most 20 rows', () => {
    expect(patch({ verifier_custom: [row, row, { ...row, ua: 'other' }] }).verifier_custom).toHaveLength(1);
    const many = Array.from({ length: 30 }, (_, i) => ({ ...row, label: `Bot ${i}`, ua: `needle-${i}` }));
    expect(patch({ verifier_custom: many }).verifier_custom).toHaveLength(20);
  });

  it('disables only built-in bots', () => {
    expect(patch({ verifier_disabled: ['bingbot', 'lanternbot'] }).verifier_disabled).toEqual(['bingbot']);
  });
});

describe('any input', () => {
  const keys = Object.keys(declarations) as (keyof Settings)[];
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '<<b>i>x',
      '<script',
      'a\u2028b',
      '\uD800',
      'https://x.example/é',
      'mailto:a@b.example',
      ' , ,',
    ),
  );
  const scalar = fc.oneof(text, fc.double(), fc.integer(), fc.boolean(), fc.constant(null));
  const value = fc.oneof(
    scalar,
    fc.array(scalar),
    fc.dictionary(text, fc.oneof(scalar, fc.array(scalar))),
    fc.anything(),
  );
  const parts = [
    'name',
    'about',
    'contact_email',
    'same_as',
    'services',
    'contacts',
    'expires_days',
    'policy',
    'ai_train',
  ];
  const mapInput = fc.dictionary(fc.constantFrom(...parts), value);
  const rowInput = fc.array(
    fc.record({
      label: text,
      name: text,
      ua: text,
      url: fc.oneof(text, fc.webUrl()),
      domains: fc.array(fc.oneof(text, fc.domain())),
    }),
  );
  const input = fc.dictionary(fc.constantFrom(...keys), fc.oneof(value, mapInput, rowInput), {
    maxKeys: keys.length,
  });

  it('gives settings that are valid: sanitising them again changes nothing', () => {
    fc.assert(
      fc.property(input, (given) => {
        const once = patch(given);
        expect(Object.keys(once).sort()).toEqual([...keys].sort());
        expect(patch(once)).toEqual(once);
        expect(patch(once, once)).toEqual(once);
        expect(JSON.parse(JSON.stringify(once))).toEqual(once);
      }),
      { numRuns: 500 },
    );
  });

  it('is applied twice as if once', () => {
    fc.assert(
      fc.property(input, (given) => {
        expect(patch(given, patch(given))).toEqual(patch(given));
      }),
      { numRuns: 300 },
    );
  });

  it('of one key changes that key only, and those that stand on it', () => {
    const dependent = ['enable_agent_writes', 'agent_writes_publish'];
    const on = patch({ enable_mcp_server: true, enable_agent_writes: true, agent_writes_publish: true });
    fc.assert(
      fc.property(fc.constantFrom(...keys), fc.oneof(value, mapInput), (key, given) => {
        const next = patch({ [key]: given }, on);
        for (const other of keys) {
          if (other !== key && !dependent.includes(other)) expect(next[other], other).toEqual(on[other]);
        }
      }),
      { numRuns: 500 },
    );
  });
});
