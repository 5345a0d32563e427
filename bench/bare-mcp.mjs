/**
 * The anchor of P11: the official SDK as its documentation shows it, with the same tools and nothing else: no
 * sign-in, no limits, no record. Arguments: a file with `{tools, result}` as JSON.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';

const { tools, result } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const prepared = tools.map(({ name, inputSchema, outputSchema, ...rest }) => ({
  name,
  config: { ...rest, inputSchema: fromJsonSchema(inputSchema), outputSchema: fromJsonSchema(outputSchema) },
}));
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'bare', version: '1.0.0' });
  for (const { name, config } of prepared) server.registerTool(name, config, () => result);
  return server;
});
const node = toNodeHandler(handler);
const server = createServer((request, response) => void node(request, response));
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`),
);
