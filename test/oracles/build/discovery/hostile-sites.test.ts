import { describe, expect, it } from 'vitest';
import { buildSite } from '../../../support/build/discovery/built.js';
import { HOSTILE_TEXTS } from '../../../support/build/discovery/hostile-texts.js';
import { validateIn } from '../../../support/quality/validate/site.js';

describe('an address of the site', () => {
  it.each([
    ['a host in another script', 'https://bücher.example', 'https://xn--bcher-kva.example'],
    ['a port', 'https://tea.example:8443', 'https://tea.example:8443'],
    ['plain http on this machine', 'http://localhost:8080', 'http://localhost:8080'],
    ['an address of numbers', 'http://[::1]:8080/tea', 'http://[::1]:8080/tea'],
    ['a folder', 'https://tea.example/a/b/', 'https://tea.example/a/b'],
    [
      'a folder with other characters',
      'https://tea.example/grüne-blätter',
      'https://tea.example/gr%C3%BCne-bl%C3%A4tter',
    ],
    ['capitals', 'HTTPS://Tea.Example/Blog', 'https://tea.example/Blog'],
  ])('gives valid documents: %s', async (_, url, base) => {
    const site = await buildSite({
      config: {
        site: { url, name: 'The Kettle Room' },
        sidecar: true,
        profile: 'max-readiness',
        mcpServers: [
          {
            id: 'cellar',
            name: 'Cellar',
            version: '1.0.0',
            endpoint: '/mcp',
            tools: [{ name: 'list_casks' }],
          },
        ],
      },
      settings: {
        enable_mcp_server: true,
        // RFC 9116 knows no plain http.
        enable_security_txt: base.startsWith('https:'),
        security: { contacts: ['mailto:mia@tea.example'], policy: '/security/' },
      },
      plugin: "svc.wellKnown({ name: 'change-password', redirect: '/account/' });",
    });
    expect(site.base).toBe(base);
    expect(site.notices).toEqual([]);
    expect((await validateIn(site.cwd)).findings).toEqual([]);
    expect(site.headers.redirects[0]?.to).toBe(`${base}/account/`);
    for (const { url: address } of site.discovery.well_known)
      expect(address.startsWith(`${base}/.well-known/`)).toBe(true);
  });
});

describe('whatever an owner or a provider writes', () => {
  it.each(HOSTILE_TEXTS)('gives valid documents: %j', async (text) => {
    const site = await buildSite({
      config: {
        site: { url: 'https://tea.example', name: text, description: text },
        sidecar: true,
        resources: [
          {
            id: 'tea-shop',
            title: `T${text}`,
            description: text,
            type: 'commerce',
            capabilities: ['commerce.products.read', text],
            endpoints: [{ url: '/shop/api', description: text, auth: 'none' }],
            tools: [{ name: 'find_tea', title: text, description: text }],
            agent: {
              name: `A${text}`,
              description: text,
              skills: [{ id: 'find_tea', description: text }],
              endpoint: '/shop/agent',
            },
          },
        ],
        mcpServers: [
          {
            id: 'cellar',
            name: `C${text}`,
            description: text,
            version: '1.0.0',
            endpoint: 'https://cellar.example/mcp',
            tools: [{ name: 'list_casks', description: text }],
          },
        ],
      },
      settings: {
        enable_mcp_server: true,
        enable_ai_catalog: true,
        enable_security_txt: true,
        security: { contacts: ['mailto:mia@tea.example'], preferred_languages: text, policy: text },
        identity: { name: text, role: text, about: text, audience: text, expertise: [text], same_as: [text] },
        suppressed_resources: [text],
        oauth_auth_server: text,
      },
    });
    const errors = site.notices.filter(({ code }) => code !== 'resource_capability');
    expect(errors).toEqual([]);
    const { findings } = await validateIn(site.cwd);
    expect(findings.filter(({ rule }) => rule !== 'notices')).toEqual([]);
    expect(site.row('agent-skills/find-tea/SKILL.md')?.source).toBe('generated');
  });
});
