import { encodeSegments } from '../../core/percent.js';
import type { DocumentContext } from '../document-row.js';
import { instancesOf } from '../instances.js';
import { isRealFile } from '../well-known-files.js';

const FOLDER = '/.well-known/';

/** Folders of proofs for certificate authorities (RFC 8555 section 8.3): they come and go, and serve nothing else. */
const PROOFS = /^(?:acme-challenge|pki-validation)\//;

/** True for a file of the site that the index lists, by its path below `/.well-known/`. */
export function isIndexed(name: string): boolean {
  return !name.startsWith('.') && !PROOFS.test(name);
}

/** The producer of a document below `/.well-known/`: the site itself, a provider, or the service. */
type WellKnownOrigin = 'file' | 'managed' | 'generated';

/** One row of the well-known index (spec section 2.1.4). */
export interface WellKnownEntry {
  /** Path below `/.well-known/`. */
  readonly name: string;
  readonly url: string;
  readonly source: WellKnownOrigin;
  readonly spec?: string;
}

/**
 * `well_known` of the discovery document: every address below `/.well-known/` that answers. A real file comes
 * before a generated document, and that before a provider's; a name keeps its place whatever serves it.
 */
export function wellKnownIndex(ctx: DocumentContext): readonly WellKnownEntry[] {
  const sources = new Map<string, WellKnownOrigin>();
  for (const [name, source] of namesOfTable(ctx)) sources.set(name, source);
  for (const { name } of ctx.published.claims) if (!sources.has(name)) sources.set(name, 'managed');
  for (const name of ctx.files.wellKnown) if (isIndexed(name)) sources.set(name, 'file');
  return [...sources].map(([name, source]) => toEntry(ctx, name, source));
}

function* namesOfTable(ctx: DocumentContext): Iterable<readonly [string, WellKnownOrigin]> {
  for (const row of ctx.table) {
    if (!row.path.startsWith(FOLDER)) continue;
    const isServed = ctx.served(row.id);
    const isLiteral = row.instances === undefined;
    if (!isServed && !isLiteral) continue;
    for (const instance of instancesOf(row, ctx)) {
      const name = decodeURIComponent(instance.path.slice(FOLDER.length));
      if (isRealFile(ctx, instance)) yield [name, 'file'];
      else if (isServed) yield [name, 'generated'];
    }
  }
}

function toEntry(ctx: DocumentContext, name: string, source: WellKnownOrigin): WellKnownEntry {
  const path = encodeSegments(name);
  const spec = specLabel(name, ctx.asked.specs);
  return { name, url: ctx.site.baseUrl + FOLDER + path, source, ...(spec === '' ? {} : { spec }) };
}

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
function specLabel(name: string, asked: Readonly<Record<string, string>>): string {
  if (Object.hasOwn(asked, name)) return asked[name] ?? '';
  const known = SPEC_LABELS.get(name);
  if (known !== undefined) return known;
  const family = FAMILIES.find(([start, end]) => name.startsWith(start) && name.endsWith(end));
  return family?.[2] ?? '';
}
