import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ContextOptions, filesOf, testContext, textOf } from '../../support/documents/context.js';
import { expectGolden } from '../../support/documents/golden.js';
import { hostileText } from '../../support/documents/hostile.js';
import { headings, nodeTypes, parseMarkdown, walk } from '../../support/documents/mdast.js';
import { published, server, shop, WITH_MCP, WITH_MCP_ELSEWHERE } from '../../support/documents/offers.js';

const guide = (options: ContextOptions = {}) => textOf('auth-md', testContext(options));
const OAUTH_WORDS = /OAuth|Bearer|PKCE|client_id|svc\/connect|oauth-/;

describe('/auth.md', () => {
  it('says of a static site that everything is open and nothing is given out', () => {
    expectGolden('auth-static.md', guide());
    expect(guide({ settings: { enable_mcp_server: true } })).toBe(guide());
    expect(guide({ sidecar: true })).toBe(guide());
    expect(guide()).not.toMatch(OAUTH_WORDS);
  });

  it('tells the whole way while our MCP server runs on this origin', () => {
    expectGolden('auth-mcp.md', guide(WITH_MCP));
    const writing = guide({
      ...WITH_MCP,
      settings: { enable_mcp_server: true, enable_agent_writes: true },
    });
    expect(writing).toContain('- `write` allows an agent to draft and change content as well.');
  });

  it('leaves a sidecar on another origin to speak for itself', () => {
    const text = guide(WITH_MCP_ELSEWHERE);
    expect(text).toContain('<https://agents.example/api/svc/v1/mcp>');
    expect(text).not.toMatch(/oauth-protected-resource|oauth-authorization-server|svc\/connect|oauth\/token/);
  });

  it('names the external authorization server, and its metadata where they are', () => {
    const text = guide({ settings: { oauth_auth_server: 'https://login.example' } });
    expect(text).toContain('accept tokens of <https://login.example>');
    expect(text).toContain('<https://tea.example/.well-known/oauth-protected-resource>');
    expect(text).toContain('## Delegated access');
  });

  it('lists servers of others and resources that ask for sign-in', () => {
    const auth = { type: 'apikey', oidc: '', scopes: [], docs: 'https://tea.example/keys/' } as const;
    const text = guide({ published: published({ servers: [server()], resources: [shop({ auth })] }) });
    expect(text).toContain('- Cellar: <https://cellar.example/mcp>');
    expect(text).toContain('- Tea shop: `apikey`, see <https://tea.example/keys/>');
    expect(guide({ published: published({ resources: [shop()] }) })).toBe(guide());
  });

  it('is not there when it is off or ceded', () => {
    expect(filesOf('auth-md', testContext({ settings: { enable_auth_md: false } }))).toEqual({});
    expect(filesOf('auth-md', testContext({ cede: ['auth_md'] }))).toEqual({});
  });

  it('keeps hostile words inside their places', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const auth = { type: 'apikey', oidc: '', scopes: [], docs: '' } as const;
        const tree = parseMarkdown(
          guide({
            site: { name: text },
            published: published({
              servers: [server({ name: text })],
              resources: [shop({ title: text, auth })],
            }),
          }),
        );
        expect(headings(tree).slice(1)).toEqual([
          '## Public content',
          '## Delegated access',
          '## Other MCP servers',
          '## Resources that require sign-in',
        ]);
        const allowed = ['heading', 'inlineCode', 'link', 'list', 'listItem', 'paragraph', 'root', 'text'];
        expect(nodeTypes(tree).filter((type) => !allowed.includes(type))).toEqual([]);
        const links = [...walk(tree)].flatMap((node) => (node.type === 'link' ? [node.url] : []));
        expect(links).toEqual(['https://cellar.example/mcp']);
      }),
    );
  });
});
