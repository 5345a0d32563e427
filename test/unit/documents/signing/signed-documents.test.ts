import { describe, expect, it } from 'vitest';
import { Hooks } from '../../../../src/config/hooks/hooks.js';
import { filterSignedDocuments } from '../../../../src/documents/signing/sign.js';
import { documentTable } from '../../../../src/documents/table.js';
import type { Notice } from '../../../../src/site/registry/notice.js';

async function ask(filter?: (names: readonly string[]) => readonly string[]) {
  const hooks = new Hooks();
  if (filter !== undefined) hooks.filter('svc_signed_surfaces', filter);
  const notices: Notice[] = [];
  const signed = await filterSignedDocuments(hooks, documentTable, (notice) => notices.push(notice));
  return { signed: [...signed].sort(), notices };
}

describe('the signed documents', () => {
  it('[5-signed-surfaces] are the discovery document, the agent card with its alias, and the MCP descriptor', async () => {
    let names: readonly string[] = [];
    const { signed, notices } = await ask((given) => {
      names = given;
      return given;
    });
    expect(names).toEqual(['discovery.json', 'agent-card.json', 'agent.json', 'mcp.json']);
    expect([signed, notices]).toEqual([['agent-card', 'discovery', 'mcp'], []]);
  });

  it.each([
    [
      ['openapi.json', 'api-catalog', 'svc-changes.json'],
      ['api-catalog', 'changes', 'openapi'],
    ],
    [['agent.json'], ['agent-card']],
    [[], []],
  ])('[5-signed-filter] are those that the filter names: %j', async (names, expected) => {
    expect(await ask(() => names)).toEqual({ signed: expected, notices: [] });
  });

  it.each([
    ['llms.txt', /isn't a JSON document/],
    ['security.txt', /isn't a JSON document/],
    ['index.md', /isn't a JSON document/],
    ['svc-sitemap.xml', /isn't a JSON document/],
    ['about.html', /isn't a document of this site/],
    ['http-message-signatures-directory', /always signed/],
    ['{path}.md', /isn't a document of this site/],
    ['__proto__', /isn't a document of this site/],
  ])('[5-signed-json-only] are never %s', async (name, message) => {
    const { signed, notices } = await ask((names) => [...names, name]);
    expect(signed).toEqual(['agent-card', 'discovery', 'mcp']);
    expect(notices).toMatchObject([
      { level: 'error', code: 'filter_result', message: expect.stringMatching(message) },
    ]);
  });
});
