import type { Services } from '../../services.js';

/** Checks whether the MCP server is switched on; its routes exist only then (spec section 7). */
export async function whenMcpServer({ site }: Pick<Services, 'site'>): Promise<boolean> {
  return (await site.settings()).enable_mcp_server;
}
