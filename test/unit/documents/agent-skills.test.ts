import fc from 'fast-check';
import matter from 'gray-matter';
import { parseFrontmatter, validateMetadata } from 'skills-ref';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/core/hash.js';
import { nameSkills } from '../../../src/documents/skill-md.js';
import { schemaErrors } from '../../../src/quality/validate/ajv.js';
import type { SkillRow } from '../../../src/site/registry/registry.js';
import { type ContextOptions, filesOf, testContext } from '../../support/documents/context.js';
import { hostileText } from '../../support/documents/hostile.js';
import { headings, nodeTypes, parseMarkdown, walk } from '../../support/documents/mdast.js';
import { published, server, shop, skill, tool } from '../../support/documents/offers.js';

const SECTIONS = ['## Addresses', '## Tools', '## Access', '## Further reading'];
const OWN_NODES = ['heading', 'inlineCode', 'link', 'list', 'listItem', 'paragraph', 'root', 'text'];

const withSkills = (...skills: SkillRow[]): ContextOptions => ({
  published: published({ resources: [shop()], skills }),
});
const index = (options: ContextOptions) => {
  const [text] = Object.values(filesOf('agent-skills-index', testContext(options)));
  const value = JSON.parse(text ?? 'null');
  expect(schemaErrors('agent-skills.schema.json', value)).toEqual([]);
  return value.skills as { name: string; description: string; url: string; digest: string }[];
};
const skillText = (options: ContextOptions) =>
  Object.values(filesOf('agent-skill', testContext(options)))[0] ?? '';

describe('/.well-known/agent-skills/index.json', () => {
  it('[4.2-skills-index] exists only when there are skills and the setting is on', () => {
    for (const options of [{}, { ...withSkills(skill()), settings: { enable_agent_skills: false } }]) {
      expect(filesOf('agent-skills-index', testContext(options))).toEqual({});
      expect(filesOf('agent-skill', testContext(options))).toEqual({});
    }
  });

  it('names each skill with its file and the digest of the bytes on disk', () => {
    const options = withSkills(skill({ description: 'Grüner Tee' }), skill({ id: 'brew' }));
    const files = filesOf('agent-skill', testContext(options));
    const list = index(options);
    expect(list.map(({ name, description }) => [name, description])).toEqual([
      ['find-tea', 'Grüner Tee'],
      ['brew', 'brew: a skill of Tea shop'],
    ]);
    for (const { url, digest } of list) {
      const text = files[url.replace('https://tea.example/', '')];
      expect(digest).toBe(`sha256:${sha256(Buffer.from(text ?? '', 'utf8'))}`);
    }
    expect(Object.keys(files)).toHaveLength(list.length);
  });

  it('is valid, and its files too, whatever was registered', () => {
    const row = fc.record({ id: hostileText, name: hostileText, description: hostileText });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), hostileText, (rows, title) => {
        const options: ContextOptions = {
          site: { name: title },
          published: published({
            resources: [shop({ title, description: title })],
            skills: rows.map((one) => skill(one)),
          }),
        };
        const files = filesOf('agent-skill', testContext(options));
        for (const { name, description, url, digest } of index(options)) {
          const text = files[url.replace('https://tea.example/', '')] ?? '';
          expect(digest).toBe(`sha256:${sha256(Buffer.from(text, 'utf8'))}`);
          const [metadata] = parseFrontmatter(text);
          expect(validateMetadata(metadata, name)).toEqual([]);
          expect(metadata).toMatchObject({ name, description });
        }
      }),
    );
  });
});

describe('names of skills', () => {
  const names = (...skills: SkillRow[]) => nameSkills(skills).map(({ name }) => name);

  it('are made of ids', () => {
    expect(names(skill({ id: 'Find_Tea' }), skill({ id: 'über--tee!' }))).toEqual(['find-tea', 'uber-tee']);
  });

  it('tell resources apart where ids are the same, and number what is left', () => {
    const search = (id: string) => skill({ id: 'search', resource: id });
    expect(names(search('shop'), search('library'), skill({ id: 'brew' }))).toEqual([
      'shop-search',
      'library-search',
      'brew',
    ]);
    expect(names(search('shop'), search('shop'))).toEqual(['shop-search', 'shop-search-2']);
  });

  it('exist, differ and keep to the letters for any ids', () => {
    const row = fc.record({ id: hostileText, resource: hostileText });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
        const made = names(...rows.map((one) => skill(one)));
        expect(new Set(made).size).toBe(rows.length);
        for (const name of made) expect(name).toMatch(/^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/);
      }),
    );
  });

  it('stay when a long id is cut', () => {
    const long = 'a'.repeat(63);
    expect(names(skill({ id: `${long}-b` }))).toEqual([long]);
    const twice = names(skill({ id: `${long}x1` }), skill({ id: `${long}x2` }));
    expect(new Set(twice).size).toBe(2);
    for (const name of twice) expect(name.length).toBeLessThanOrEqual(64);
  });
});

describe('SKILL.md', () => {
  const teas = shop({
    description: 'What can be bought',
    endpoints: [
      {
        url: 'https://tea.example/shop.json',
        type: 'rest',
        methods: ['GET'],
        auth: 'none',
        description: 'All',
      },
      { url: 'https://tea.example/order', type: 'rest', methods: ['POST'], auth: '', description: '' },
    ],
    auth: { type: 'apikey', oidc: '', scopes: ['order'], docs: 'https://tea.example/keys/' },
    tools: [
      tool({
        description: 'Searches the catalogue',
        inputSchema: { properties: { query: {}, limit: {} }, required: ['query'] },
      }),
    ],
  });

  it('tells where to call, with what, and how to sign in', () => {
    const text = skillText({ published: published({ resources: [teas], skills: [skill()] }) });
    expect(text).toContain('- `GET` <https://tea.example/shop.json>: rest, public. All.');
    expect(text).toContain('- `POST` <https://tea.example/order>: rest, needs `apikey`');
    expect(text).toContain('- `find_tea`: Searches the catalogue. Arguments: `query` (required), `limit`.');
    expect(text).toContain('The site names no address for these tools.');
    expect(text).toContain('Scopes: `order`.');
    expect(text).toContain('<https://tea.example/keys/>');
  });

  it('sends to the MCP servers that have a tool of the resource', () => {
    const servers = [server({ tools: [{ name: 'find_tea', description: '' }] }), server({ id: 'other' })];
    const text = skillText({ published: published({ resources: [teas], skills: [skill()], servers }) });
    expect(text).toContain('through the Model Context Protocol at <https://cellar.example/mcp>.');
  });

  it('says so when there is nothing to call', () => {
    expect(skillText(withSkills(skill()))).toContain('The site names no address for this resource.');
    const orphan = skillText(withSkills(skill({ resource: 'gone' })));
    expect(orphan).not.toContain('## Addresses');
    expect(orphan).toContain('A skill of [Tea Notes](https://tea.example/).');
  });

  it('names only documents that are served', () => {
    const all = skillText(withSkills(skill()));
    for (const path of ['/auth.md', '/llms.txt', '/.well-known/openapi.json']) expect(all).toContain(path);
    const bare = skillText({
      ...withSkills(skill()),
      settings: { enable_auth_md: false, enable_llms_txt: false },
    });
    expect(bare).not.toMatch(/auth\.md|llms\.txt/);
  });

  it('keeps hostile words inside their places', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const hostile = shop({
          title: text,
          description: text,
          tools: [tool({ description: text, inputSchema: { properties: { [text]: {} } } })],
          endpoints: [
            { url: 'https://tea.example/x', type: 'rest', methods: [], auth: text, description: text },
          ],
        });
        const skills = [skill({ name: text, description: text })];
        const { content } = matter(skillText({ published: published({ resources: [hostile], skills }) }));
        const tree = parseMarkdown(content);
        expect(headings(tree).slice(1)).toEqual(SECTIONS);
        expect(nodeTypes(tree).filter((type) => !OWN_NODES.includes(type))).toEqual([]);
        for (const node of walk(tree)) {
          if (node.type === 'link') expect(node.url).toMatch(/^https:\/\/tea\.example\//);
        }
      }),
    );
  });
});
