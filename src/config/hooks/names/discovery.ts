import { count, flag, json, objects, text, textMap, texts } from '../guards.js';
import { filter } from '../row.js';
import type { YieldKey } from '../yield-key.js';

/** Filters of the discovery documents and of serving as a whole. */
export const discoveryFilters = {
  svc_schema_url: filter(text, 'Address of the wire-format schema; anything but a URL is ignored.'),
  svc_documents: filter(textMap, 'The documents map: name to URL. Empty values are removed.'),
  svc_envelope: filter(
    json,
    'The whole discovery document, after all other filters. It is then validated, hidden resources are removed again, and `capabilities` is computed again.',
  ),
  svc_well_known_routed: filter(
    texts,
    'Names below `/.well-known/` that are routed and answer preflight requests.',
  ),
  svc_well_known_specs: filter(textMap, 'Label of the governing standard by well-known name.'),
  svc_yield_surface: filter<boolean, [surface: YieldKey]>(
    flag,
    'True leaves a document to another program: it is neither served nor advertised.',
    ['surface'],
  ),
  svc_signed_surfaces: filter(
    texts,
    'Documents that are signed, by the names of their files; JSON documents only.',
  ),
  svc_resource_types: filter(texts, 'More resource types; the built-in types stay.'),
  svc_rest_discovery: filter(flag, 'False keeps the read API out of the discovery document.'),
  svc_rest_namespaces: filter(texts, 'API namespaces that are published in discovery.'),
  svc_discoverable_ability: filter<boolean, [name: string]>(
    flag,
    'Whether an ability appears in public documents.',
    ['name'],
  ),
  svc_publish_gated_abilities: filter(flag, 'True publishes abilities that need sign-in.'),
  svc_agent_skills: filter(objects, 'Rows of the agent skills index; none left means no index.'),
  svc_mcp: filter(json, 'The MCP descriptor.'),
  svc_mcp_card_server: filter(text, 'Id of the MCP server that the unnumbered server card describes.'),
  svc_sitemap: filter(
    json,
    'A sitemap that another program makes: `{url, source, label}`; empty `url` for none.',
  ),
  svc_security_txt: filter(text, 'The whole text of `security.txt`, for instance to sign it.'),
  svc_security_txt_expires_days: filter(count, 'Days until `security.txt` expires, 1–365.'),
  svc_serve_security_txt: filter(flag, 'Whether `security.txt` is generated.'),
};
