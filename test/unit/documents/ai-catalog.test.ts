import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemaErrors } from '../../../src/quality/validate/ajv.js';
import { type ContextOptions, filesOf, testContext, textOf } from '../../support/documents/context.js';
import { hostileText } from '../../support/documents/hostile.js';
import { OWN_SERVER, published, server, shop, skill, WITH_MCP } from '../../support/documents/offers.js';

const ON = { enable_ai_catalog: true };
const OFFERS = published({
  resources: [shop()],
  skills: [skill({ description: 'Find a tea' })],
  servers: [OWN_SERVER, server({ id: 'silent', name: 'Silent' }, 0)],
});
const catalog = (options: ContextOptions = {}) => {
  const value = JSON.parse(
    textOf('ai-catalog', testContext({ ...options, settings: { ...options.settings, ...ON } })),
  );
  expect(schemaErrors('ai-catalog.schema.json', value)).toEqual([]);
  return value;
};
const urls = (options: ContextOptions = {}): string[] =>
  catalog(options).entries.map(({ url }: { url: string }) => url);

describe('the AI catalog', () => {
  it('is there on request only, with the same bytes at both addresses', () => {
    expect(filesOf('ai-catalog', testContext())).toEqual({});
    const files = filesOf('ai-catalog', testContext({ settings: ON }));
    expect(Object.keys(files)).toEqual(['.well-known/ard.json', '.well-known/ai-catalog.json']);
    expect(new Set(Object.values(files)).size).toBe(1);
  });

  it('lists the agent card, the servers that have a card, and the skills', () => {
    const options = { ...WITH_MCP, published: OFFERS };
    expect(catalog(options)).toEqual({
      specVersion: '1.0',
      host: {
        displayName: 'Tea Notes',
        identifier: 'tea.example',
        documentationUrl: 'https://tea.example/llms.txt',
      },
      entries: [
        {
          identifier: 'urn:air:tea.example:agent:site',
          displayName: 'Tea Notes',
          type: 'application/a2a-agent-card+json',
          url: 'https://tea.example/.well-known/agent-card.json',
          description: 'Leaves and water',
          representativeQueries: ['What does Tea Notes publish?', 'What can an agent do at Tea Notes?'],
        },
        {
          identifier: 'urn:air:tea.example:mcp:svc',
          displayName: 'Tea Notes',
          type: 'application/mcp-server-card+json',
          url: 'https://tea.example/.well-known/mcp/svc/server-card.json',
          description: 'Reads readiness and content',
          representativeQueries: ['Does 1', 'Does 2', 'Does 3'],
        },
        {
          identifier: 'urn:air:tea.example:skill:find-tea',
          displayName: 'find_tea',
          type: 'text/markdown; profile="urn:air:agent-skills"',
          url: 'https://tea.example/.well-known/agent-skills/find-tea/SKILL.md',
          description: 'Find a tea',
          representativeQueries: ['Find a tea', 'How do I use find_tea of Tea Notes?'],
        },
      ],
    });
  });

  it('names a server without a card of its own by the unnumbered card, if that is its', () => {
    const silent = published({ servers: [server({}, 0)] });
    expect(urls({ published: silent })[1]).toBe('https://tea.example/.well-known/mcp/server-card.json');
    expect(urls({ published: silent, table: [] })).toEqual([]);
  });

  it('gives every entry an identifier of its own', () => {
    const servers = ['a~b', 'a-b'].map((id) => server({ id }));
    const { entries } = catalog({ published: published({ servers }) });
    expect(entries.map(({ identifier }: { identifier: string }) => identifier)).toEqual([
      'urn:air:tea.example:agent:site',
      'urn:air:tea.example:mcp:a-b',
      'urn:air:tea.example:mcp:a-b-2',
    ]);
  });

  it('leaves out skills that are switched off', () => {
    expect(urls({ published: OFFERS, settings: { enable_agent_skills: false } }).join()).not.toContain(
      'skills',
    );
  });

  it('is valid whatever was registered', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (text, id) => {
        const servers = [server({ id, name: text, description: text }, 0)];
        const skills = [skill({ id, name: text, description: text })];
        catalog({ site: { name: text, description: text }, published: published({ servers, skills }) });
      }),
    );
  });
});

describe('robots.txt', () => {
  const POINTED = { ...ON, enable_agentmap: true };
  const robots = (options: ContextOptions) => textOf('robots', testContext(options));

  it('points to the catalog while it is served, behind the sitemap', () => {
    const pointer = 'Agentmap: https://tea.example/.well-known/ard.json\n';
    expect(
      robots({ settings: POINTED }).endsWith(`Sitemap: https://tea.example/svc-sitemap.xml\n${pointer}`),
    ).toBe(true);
    expect(robots({})).not.toContain('Agentmap');
    expect(robots({ settings: ON })).not.toContain('Agentmap');
    expect(robots({ settings: { enable_agentmap: true } })).not.toContain('Agentmap');
    expect(robots({ settings: { ...POINTED, enable_robots: false } })).not.toContain('Agentmap');
    expect(robots({ settings: POINTED, site: { public: false } })).not.toContain('Agentmap');
    expect(robots({ settings: POINTED, seoOwner: true })).toMatch(/^Disallow: \/\n\nAgentmap: /m);
  });

  it("leaves the site's own pointer alone", () => {
    const own = 'User-agent: *\nDisallow:\n\nagentmap: https://tea.example/mine.json\n';
    expect(robots({ settings: POINTED, robotsBase: own }).match(/agentmap/gi)).toHaveLength(1);
  });
});
