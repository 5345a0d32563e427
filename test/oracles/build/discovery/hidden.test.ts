import { describe, expect, it } from 'vitest';
import { type Built, buildSite } from '../../../support/build/discovery/built.js';
import { validateIn } from '../../../support/quality/validate/site.js';

const resource = (id: string, more: object = {}) => ({
  id,
  title: id,
  type: 'commerce',
  capabilities: [`commerce.${id}.read`],
  endpoints: [{ url: `/${id}/api`, type: 'rest', auth: 'none' }],
  tools: [{ name: `${id}_tool`, description: `Works for ${id}.` }, { name: 'shared_tool' }],
  agent: {
    name: `Agent of ${id}`,
    skills: [{ id: `${id}-skill`, description: '' }],
    endpoint: `/${id}/agent`,
  },
  ...more,
});

const CONFIG = { resources: [resource('shop'), resource('club')] };
const HIDDEN = { suppressed_resources: ['club'] };

/** Texts of everything that is served, and of what hosts are told. */
function everything(site: Built): string {
  const files = site.files.filter((file) => !file.endsWith('.gz'));
  return [...files.map((file) => site.text(file)), JSON.stringify(site.headers)].join('\n');
}

function union(site: Built): readonly string[] {
  return [...new Set(site.discovery.resources.flatMap(({ capabilities }) => capabilities))];
}

describe('what the owner hides', () => {
  it('is in no document', async () => {
    const [open, site] = [
      await buildSite({ config: CONFIG }),
      await buildSite({ config: CONFIG, settings: HIDDEN }),
    ];
    expect(everything(open)).toContain('club');
    expect(everything(site)).not.toContain('club');
    expect(
      site.json<{ tools: { name: string }[] }>('.well-known/mcp.json').tools.map(({ name }) => name),
    ).toEqual(['shop_tool', 'shared_tool']);
    expect(site.discovery.capabilities).toEqual(union(site));
  });

  it('is not put back by svc_envelope, svc_mcp or svc_agent_skills', async () => {
    const plugin = `
      const club = ${JSON.stringify(resource('club', { provider: { plugin: 'me' } }))};
      club.tools = club.tools.map((one) => ({ description: '', ...one }));
      club.endpoints[0].url = 'https://tea.example/club/api';
      svc.filter('svc_envelope', (envelope) => ({
        ...envelope,
        resources: [...envelope.resources, club],
        apis: [...envelope.apis, { id: 'club', type: 'rest', base: 'https://tea.example/club/api', schema: '',
          auth: { type: 'none', docs: '' } }],
        agents: [...envelope.agents, { ...club.agent, id: 'club', card: 'https://tea.example/#club' }],
        capabilities: [...envelope.capabilities, 'commerce.club.read', 'commerce.shop.read'],
      }));
      svc.filter('svc_mcp', (mcp) => ({ ...mcp, tools: [...mcp.tools, ...club.tools] }));
      svc.filter('svc_agent_skills', (rows) => [...rows, { id: 'club-skill', resource: 'club' }]);`;
    const site = await buildSite({ config: CONFIG, settings: HIDDEN, plugin });
    expect(everything(site)).not.toContain('club');
    expect(site.discovery.capabilities).toEqual(union(site));
    expect(site.notices).toHaveLength(3);
    for (const { code, message } of site.notices) {
      expect(code).toBe('filter_result');
      expect(message).toContain('club');
    }
    const { ok, findings } = await validateIn(site.cwd);
    expect({ ok, rules: [...new Set(findings.map(({ rule }) => rule))] }).toEqual({
      ok: true,
      rules: ['notices'],
    });
  });

  it('stays hidden when a plugin changes the settings or shows everything', async () => {
    const plugin = `
      svc.filter('svc_settings', (settings) => ({ ...settings, suppressed_resources: [] }));
      svc.filter('svc_default_settings', (settings) => ({ ...settings, suppressed_resources: [] }));
      svc.filter('svc_publish_gated_abilities', () => true);`;
    const site = await buildSite({ config: CONFIG, settings: HIDDEN, plugin });
    expect(everything(site)).not.toContain('club');
  });
});

describe('[2.1-capabilities-union] the capabilities', () => {
  it('are the union of what the resources have after svc_envelope', async () => {
    const plugin = `
      svc.filter('svc_envelope', (envelope) => ({
        ...envelope,
        resources: [
          ...envelope.resources.filter(({ id }) => id !== 'shop'),
          { id: 'museum', title: 'Museum', type: 'x-tea-museum', capabilities: ['x-tea-museum.visits.book'] },
          { id: 'bare', title: 'Nothing more', type: 'content' },
        ],
        capabilities: ['made.up'],
      }));`;
    const site = await buildSite({ config: CONFIG, plugin });
    const { capabilities } = site.discovery;
    expect(capabilities).toContain('x-tea-museum.visits.book');
    expect(capabilities).not.toContain('commerce.shop.read');
    expect(capabilities).not.toContain('made.up');
    expect(capabilities).toEqual([
      ...new Set(
        site.discovery.resources.flatMap(
          (one) => (one as { capabilities?: readonly string[] }).capabilities ?? [],
        ),
      ),
    ]);
  });
});

describe('[2.1-envelope-filter] a result that would make the document invalid', () => {
  it.each([
    ['another version', "({ ...envelope, spec_version: '2.0' })"],
    ['a member less', '(({ trust, ...rest }) => rest)(envelope)'],
    ['a resource without a title', "({ ...envelope, resources: [{ id: 'x', type: 'content' }] })"],
    ['a list', '[]'],
    ['nothing', 'undefined'],
    ['a throw', "(() => { throw new Error('no'); })()"],
  ])('is not taken over: %s', async (_, expression) => {
    const site = await buildSite({ plugin: `svc.filter('svc_envelope', (envelope) => ${expression});` });
    const { discovery } = await buildSite();
    expect(site.discovery).toEqual(discovery);
    expect(site.notices).toMatchObject([{ level: 'error' }]);
    expect((await validateIn(site.cwd)).ok).toBe(false);
  });

  it('loses just a key that is none of the format, and keeps extensions', async () => {
    const plugin = "svc.filter('svc_envelope', (envelope) => ({ 'x-tea': 1, steam: 2, ...envelope }));";
    const site = await buildSite({ plugin });
    const keys = Object.keys(site.discovery);
    expect(keys[0]).toBe('$schema');
    expect(keys.at(-1)).toBe('x-tea');
    expect(keys).not.toContain('steam');
  });
});
