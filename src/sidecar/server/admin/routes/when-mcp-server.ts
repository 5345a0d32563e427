import type { Services } from '../../services.js';

/** Routes of the MCP server are there only while it is switched on (spec section 7). */
export async function whenMcpServer({ site }: Pick<Services, 'site'>): Promise<boolean> {
  return (await site.settings()).enable_mcp_server;
}
