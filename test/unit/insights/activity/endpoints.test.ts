import { describe, expect, it } from 'vitest';
import { documentTable } from '../../../../src/documents/table.js';
import { endpointFinder } from '../../../../src/insights/activity/endpoints.js';

const find = endpointFinder(documentTable, 'api');

describe('labels of documents', () => {
  it.each([
    ['/llms.txt', 'llms.txt'],
    ['/posts/llms.txt', 'llms.txt'],
    ['/llms-full.txt', 'llms-full.txt'],
    ['/auth.md', 'auth.md'],
    ['/svc-changes.json', 'changes'],
    ['/svc-sitemap.xml', 'sitemap'],
    ['/svc-sitemap-post-1.xml', 'sitemap'],
    ['/index.md', 'markdown'],
    ['/.md', 'markdown'],
    ['/posts/ropes.md', 'markdown'],
    ['/.well-known/discovery.json', 'discovery.json'],
    ['/.well-known/discovery.json/', 'discovery.json'],
    ['/.well-known/agent-card.json', 'agent-card.json'],
    ['/.well-known/agent.json', 'agent.json'],
    ['/.well-known/mcp.json', 'mcp.json'],
    ['/.well-known/openapi.json', 'openapi.json'],
    ['/.well-known/api-catalog', 'api-catalog'],
    ['/.well-known/tdmrep.json', 'tdmrep.json'],
    ['/.well-known/http-message-signatures-directory', 'http-message-signatures-directory'],
    ['/.well-known/oauth-protected-resource', 'oauth-protected-resource'],
    ['/.well-known/oauth-protected-resource/svc/mcp', 'oauth-protected-resource-mcp'],
    ['/.well-known/oauth-protected-resource/api/svc/v1/mcp', 'oauth-protected-resource-mcp'],
    ['/.well-known/oauth-authorization-server/svc/mcp', 'oauth-authorization-server'],
    ['/.well-known/mcp/server-card.json', 'mcp/server-card.json'],
    ['/.well-known/mcp/boats/server-card.json', 'mcp/boats/server-card.json'],
    ['/.well-known/agent-skills/index.json', 'agent-skills/index.json'],
    ['/.well-known/agent-skills/harbour/SKILL.md', 'agent-skills/SKILL.md'],
    ['/api/svc/v1/discovery', 'rest:discovery'],
  ])('%s is recorded as %s', (path, label) => {
    expect(find(path)).toBe(label);
  });

  it.each([
    '/',
    '/posts/ropes/',
    '/robots.txt',
    '/feed.xml',
    '/.well-known/security.txt',
    '/.well-known/acme-challenge/token',
    '/api/content/v1/posts',
    '/api/svc/v1/settings',
    '/crane.svg',
  ])('%s is not recorded', (path) => {
    expect(find(path)).toBeUndefined();
  });
});
