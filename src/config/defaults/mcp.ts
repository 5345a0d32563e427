import { bool, ofFeature } from '../fields.js';

/** The built-in MCP server and the rights of assistants. */
export const mcp = {
  ...ofFeature('MCP server', {
    enable_mcp_server: bool(false, 'Run the built-in MCP server with its authorization server.'),
    enable_agent_writes: bool(false, 'Let assistants write; has no effect while the MCP server is off.'),
    agent_writes_publish: bool(
      false,
      'Let assistants publish and take back, not only draft; has no effect while agent writes are off.',
    ),
  }),
  ...ofFeature('agent access log', {
    agent_access_events: bool(true, 'Record sign-ins and calls by machine clients, without addresses.'),
  }),
};
