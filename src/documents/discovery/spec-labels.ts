/**
 * Known names below `/.well-known/`, with the standard that governs each. A label is advice for the
 * reader and never invented: an unknown name has none, unless `svc_well_known_specs` gives it one.
 */
export const SPEC_LABELS: ReadonlyMap<string, string> = new Map([
  ['discovery.json', 'Agent Discovery 1.0'],
  ['agent-card.json', 'A2A'],
  ['agent.json', 'A2A (legacy)'],
  ['mcp.json', 'MCP (experimental)'],
  ['mcp/server-card.json', 'MCP Server Card'],
  ['openapi.json', 'OpenAPI 3.1'],
  ['api-catalog', 'RFC 9727'],
  ['agent-skills', 'Agent Skills (agentskills.io)'],
  ['agent-skills/index.json', 'Agent Skills'],
  ['ard.json', 'Agentic Resource Discovery'],
  ['ai-catalog.json', 'AI Catalog'],
  ['oauth-protected-resource', 'RFC 9728'],
  ['oauth-authorization-server', 'RFC 8414'],
  ['openid-configuration', 'OpenID Connect Discovery'],
  ['openid-federation', 'OpenID Federation'],
  ['jwks.json', 'RFC 7517'],
  ['http-message-signatures-directory', 'Web Bot Auth (HTTP Message Signatures)'],
  ['tdmrep.json', 'TDMRep'],
  ['security.txt', 'RFC 9116'],
  ['mta-sts.txt', 'RFC 8461'],
  ['webfinger', 'RFC 7033'],
  ['host-meta', 'RFC 6415'],
  ['caldav', 'RFC 6764'],
  ['carddav', 'RFC 6764'],
  ['nodeinfo', 'NodeInfo'],
  ['assetlinks.json', 'Digital Asset Links'],
  ['apple-app-site-association', 'Apple Universal Links'],
  ['change-password', 'W3C Change Password URL'],
  ['gpc.json', 'Global Privacy Control'],
  ['dnt-policy.txt', 'EFF Do Not Track'],
  ['traffic-advice', 'Private Prefetch Proxy'],
  ['ai-plugin.json', 'OpenAI Plugin (legacy)'],
]);

/** Recognised families of names below a folder. */
const FAMILIES: readonly (readonly [start: string, end: string, label: string])[] = [
  ['mcp/', '/server-card.json', 'MCP Server Card'],
  ['oauth-protected-resource/', '', 'RFC 9728'],
  ['oauth-authorization-server/', '', 'RFC 8414'],
  ['agent-skills/', '/SKILL.md', 'Agent Skills'],
];

/**
 * The label of a well-known name.
 * @param name path below `/.well-known/`
 * @param asked labels from a filter; an empty one removes the label
 * @returns empty for an unknown name
 */
export function specLabel(name: string, asked: Readonly<Record<string, string>>): string {
  if (Object.hasOwn(asked, name)) return asked[name] ?? '';
  const known = SPEC_LABELS.get(name);
  if (known !== undefined) return known;
  const family = FAMILIES.find(([start, end]) => name.startsWith(start) && name.endsWith(end));
  return family?.[2] ?? '';
}
