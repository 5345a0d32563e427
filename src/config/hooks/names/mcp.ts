import { count, flag, jsonOrNull, texts } from '../guards.js';
import { action, filter } from '../row.js';

/** Filters of the MCP server and of the access record. */
export const mcpFilters = {
  svc_mcp_server_abilities: filter(texts, 'Abilities that the MCP server exposes; the list can only shrink.'),
  svc_mcp_server_resources: filter(texts, 'Documents that the MCP server exposes.'),
  svc_agent_access_enabled: filter(flag, 'Whether calls by machine clients are recorded.'),
  svc_agent_access_event: filter(jsonOrNull, 'One access event before it is recorded; null drops it.'),
  svc_agent_access_retention_days: filter(count, 'Days that access events are kept.'),
};

/** Actions of the MCP server. */
export const mcpActions = {
  svc_mcp_server: action<[desk: object]>(
    'The MCP server is about to answer a signed-in request; use `desk` for tools and resources that need more of the protocol than an ability (docs/mcp-server.md).',
    ['desk'],
  ),
};
