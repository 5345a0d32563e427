import { bool } from '../fields.js';

const feature = 'MCP server';

/** The built-in MCP server and the rights of assistants. */
export const mcp = {
  enable_mcp_server: bool(false, {
    text: 'Run the built-in MCP server with its authorization server.',
    feature,
  }),
  enable_agent_writes: bool(false, {
    text: 'Let assistants write; has no effect while the MCP server is off.',
    feature,
  }),
  agent_writes_publish: bool(false, {
    text: 'Let assistants publish and take back, not only draft; has no effect while agent writes are off.',
    feature,
  }),
  agent_access_events: bool(true, {
    text: 'Record sign-ins and calls by machine clients, without addresses.',
    feature: 'agent access log',
  }),
};
