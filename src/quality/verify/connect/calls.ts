import { listOf, objectOf, textOf } from '../../../core/json.js';
import type { Check, Finding } from '../check.js';
import { type Findings, skipped } from '../check.js';
import type { Visit } from '../client.js';
import { addObstacle } from './unanswered.js';
import { CONNECTORS, INITIALIZE, mcpVisit, wayOf } from './way.js';

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** With a token every assistant can work. */
export const calls: Check = {
  id: 'calls',
  group: 'connect',
  title: 'With a token every assistant has access, in every version of the protocol, and sees tools',
  async run(ctx, findings) {
    const { endpoint } = wayOf(ctx);
    if (endpoint === undefined) return skipped('the site names no endpoint');
    if (ctx.token === undefined) {
      return skipped('no token was given: put a connection token into SVC_MCP_TOKEN to try calls too');
    }
    const headers = { Authorization: `Bearer ${ctx.token}` };
    let tools = 0;
    for (const [who, userAgent] of CONNECTORS) {
      const options = { headers, userAgent };
      const first = await ctx.client.visit(endpoint, mcpVisit('initialize', INITIALIZE, options));
      if (!isLetIn(findings, first, who)) continue;
      const listed = await ctx.client.visit(endpoint, mcpVisit('tools/list', {}, options));
      tools = Math.max(tools, toolsOf(findings, listed, who));
      const newest = await ctx.client.visit(endpoint, newestList(options));
      toolsOf(findings, newest, `${who}, with the newest version,`);
    }
    return `${tools} tools, for ${CONNECTORS.length} names`;
  },
};

function newestList(options: {
  readonly headers: Readonly<Record<string, string>>;
  readonly userAgent: string;
}) {
  const headers = { ...options.headers, 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' };
  return mcpVisit('tools/list', { _meta: META }, { ...options, headers });
}

function isLetIn(findings: Findings, visit: Visit, who: string): boolean {
  if (addObstacle(findings, visit, { who, what: 'the MCP endpoint' })) return false;
  const { answer, url } = visit;
  const version = textOf(objectOf(objectOf(answer?.json)['result'])['protocolVersion']);
  if (answer?.status === 200 && version !== '') return true;
  const add = (code: string, hop: Finding['hop'], message: string, fix: string) =>
    findings.add(url, { code, hop, message, fix });
  if (answer?.status === 401) {
    add(
      'token-refused',
      'server',
      `${who} can't sign in with the token: it isn't valid, or the Authorization header doesn't arrive.`,
      'Create a new token; let the web server pass Authorization on (Apache: CGIPassAuth On, or SetEnvIf).',
    );
  } else {
    const message = `${who} gets ${answer?.status ?? 'nothing'} for initialize.`;
    add('initialize-failed', 'sidecar', message, 'Read the log of the sidecar.');
  }
  return false;
}

function toolsOf(findings: Findings, { answer, url }: Visit, who: string): number {
  const tools = listOf(objectOf(objectOf(answer?.json)['result'])['tools']);
  if (answer?.status === 200 && tools.length > 0) return tools.length;
  findings.add(url, {
    code: 'no-tools',
    hop: answer?.status === 200 ? 'sidecar' : 'server',
    message: `${who} sees no tools: the list answers ${answer?.status ?? 'nothing'}.`,
    fix: 'Let the web server pass the fields MCP-Protocol-Version, Mcp-Method and Mcp-Name on; check for plugins that shorten the list.',
  });
  return 0;
}
