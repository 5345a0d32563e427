import { describe, expect, it } from 'vitest';
import { declarations } from '../../../../src/config/declarations.js';
import type { FieldSet } from '../../../../src/config/fields.js';
import { buildSite, type SiteOptions } from '../../../support/build/discovery/built.js';
import { treeOf } from '../../../support/build/workspace.js';

/** A site on which every setting of files could be seen. */
const SITE: SiteOptions = {
  config: {
    html: 'render',
    sidecar: true,
    resources: [
      {
        id: 'tea-shop',
        title: 'Tea shop',
        type: 'commerce',
        tools: [{ name: 'order_tea', annotations: { readOnlyHint: false } }, { name: 'find_tea' }],
        agent: {
          name: 'Clerk',
          skills: [{ id: 'find_tea', description: 'Finds.' }],
          endpoint: '/shop/agent',
        },
      },
    ],
  },
  settings: { enable_security_txt: true, security: { contacts: ['mailto:mia@tea.example'] } },
  files: {
    'content/posts/long.md': [
      '---',
      'title: A long steep',
      'seo_title: Steeping for an hour',
      'description: What happens in an hour.',
      'id: 10',
      'date: 2026-03-01',
      'tags: [leaf, water, time]',
      '---',
      '',
      ...Array.from({ length: 12 }, () => `${'The leaf opens further. '.repeat(250)}\n`),
    ].join('\n'),
    'content/posts/second.md':
      '---\ntitle: Second\nid: 11\ndate: 2026-03-02\ncategories: [Darjeeling]\n---\n\nAgain.\n',
    'public/card.png': 'a picture',
  },
};

/** Another value of every setting that shapes files, by key; of a map by key and sub-key. */
const CHANGES: Readonly<Record<string, unknown>> = {
  llms_full_posts: 1,
  llms_full_max_kb: 64,
  topics_max: 1,
  social_default_image: '/card.png',
  post_types: ['post'],
  post_types_vetoed: ['page'],
  blocked_trainers: ['LeafBot'],
  named_crawlers: ['LeafBot'],
  tdm_policy_url: '/machines/',
  'identity.entity_type': 'Organization',
  'identity.name': 'Mia Roe',
  'identity.role': 'Taster',
  'identity.about': 'Steeps.',
  'identity.not_description': 'No coffee house.',
  'identity.audience': 'The thirsty.',
  'identity.contact_email': 'mia@tea.example',
  'identity.expertise': ['oolong'],
  'identity.same_as': ['https://social.example/@mia'],
  'identity.services': [{ name: 'Tastings' }],
  'security.contacts': ['mailto:late@tea.example'],
  'security.policy': '/security/',
  'security.acknowledgments': '/thanks/',
  'security.encryption': '/key.asc',
  'security.hiring': '/jobs/',
  'security.preferred_languages': 'en, de',
  'security.expires_days': 20,
  rest_namespaces: ['shop/v1'],
  suppressed_resources: ['tea-shop'],
  oauth_auth_server: 'https://login.example',
  signature_max_age_days: 30,
  webmcp_hidden_tools: ['read-page'],
};

/** What has to be on for a setting to be seen. */
const NEEDS: Readonly<Record<string, object>> = {
  enable_root_oauth_metadata: { enable_mcp_server: true },
  enable_agentmap: { enable_ai_catalog: true },
  webmcp_hidden_tools: { enable_webmcp: true },
};

/** Settings of features that no file shows, with the reason. */
const CHECKS = 'checks of content are a report, no file of the site';
const VISITS = 'visits are recorded by the sidecar';
const REFUSALS = 'clients are refused and verified by the sidecar';
const TOOLS = 'what an assistant may do is decided when it does it';
const NO_FILE: Readonly<Record<string, string>> = {
  enable_page_checks: CHECKS,
  evergreen_categories: CHECKS,
  optimize_ignored: CHECKS,
  check_types_off: CHECKS,
  check_types_seen: CHECKS,
  findings_dismissed: CHECKS,
  enable_visibility: 'answer engines are asked by the sidecar',
  enable_agent_writes: TOOLS,
  agent_writes_publish: TOOLS,
  exposed_extra_paths: 'what a scan for exposed files looks for, when somebody asks for one',
  agent_access_events: VISITS,
  enable_activity: VISITS,
  activity_retention_days: VISITS,
  activity_auto_prune: VISITS,
  activity_max_rows: VISITS,
  enable_referral_beacon: VISITS,
  log_unknown_referrers: VISITS,
  block_agents: REFUSALS,
  block_spoofed: REFUSALS,
  blocked_agents: REFUSALS,
  allowed_agents: REFUSALS,
  verify_bots: REFUSALS,
  identify_bots: REFUSALS,
  store_flagged_ips: REFUSALS,
  verifier_disabled: REFUSALS,
  verifier_custom: REFUSALS,
  purge_cache_on_change: 'runs a command after a build',
};

interface Acting {
  readonly key: string;
  readonly initial: unknown;
}

/** Settings that act, maps by their parts. */
function acting(fields: FieldSet, prefix = ''): readonly Acting[] {
  return Object.entries(fields).flatMap(([key, { feature, parts, initial }]) =>
    feature === 'none'
      ? []
      : parts === undefined
        ? [{ key: prefix + key, initial }]
        : acting(parts, `${key}.`),
  );
}

const all = acting(declarations);
const ofFiles = all.filter(({ key }) => !Object.hasOwn(NO_FILE, key));

/** Switches that are not as they are by default, so that what they switch can be seen. */
const ON: Readonly<Record<string, unknown>> = { enable_security_txt: true };

function changed({ key, initial }: Acting): object {
  const value = typeof initial === 'boolean' ? !(ON[key] ?? initial) : CHANGES[key];
  if (value === undefined) throw new Error(`name another value of the setting ${key}`);
  const [name = '', part] = key.split('.');
  return part === undefined ? { [name]: value } : { [name]: { [part]: value } };
}

function merged(settings: object, change: object): object {
  const result: Record<string, unknown> = { ...settings };
  for (const [key, value] of Object.entries(change)) {
    const before = result[key];
    const isMap = typeof value === 'object' && !Array.isArray(value) && typeof before === 'object';
    result[key] = isMap ? { ...before, ...value } : value;
  }
  return result;
}

/** What is written and what hosts are told, but for the record that the next build reads. */
async function outcome(settings: object): Promise<object> {
  const site = await buildSite({ ...SITE, settings: merged(SITE.settings ?? {}, settings) });
  const { 'svc-manifest.json.gz': _record, ...files } = treeOf(site.out);
  return { files, headers: site.headers };
}

function switches(keys: readonly Acting[]): object {
  return Object.assign({}, ...keys.filter(({ initial }) => typeof initial === 'boolean').map(changed));
}

describe('a setting that acts', async () => {
  const plain = await outcome({});

  it.each(ofFiles)('changes a file or what hosts are told: $key', async (one) => {
    const needs = NEEDS[one.key];
    const before = needs === undefined ? plain : await outcome(needs);
    expect(await outcome(merged(needs ?? {}, changed(one)))).not.toEqual(before);
  });

  it('has no file only for a reason that is written down', async () => {
    const keys = new Set(all.map(({ key }) => key));
    expect(Object.keys(NO_FILE).filter((key) => !keys.has(key))).toEqual([]);
    expect(Object.keys(CHANGES).filter((key) => !keys.has(key))).toEqual([]);
    // The list is no excuse: what is on it really shows in no file.
    const others = all.filter(({ key }) => Object.hasOwn(NO_FILE, key));
    expect(await outcome(switches(others))).toEqual(plain);
  });

  it('is more than an echo', async () => {
    const echoed = Object.entries(declarations as FieldSet).filter(([, { feature }]) => feature === 'none');
    const flipped = switches(echoed.map(([key, { initial }]) => ({ key, initial })));
    expect(Object.keys(flipped).length).toBeGreaterThan(5);
    expect(await outcome(flipped)).toEqual(plain);
  });
});
