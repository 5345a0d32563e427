import { objectOf, textOf } from '../../../core/json.js';
import type { Check, Fault, Findings } from '../check.js';
import type { Visit } from '../client.js';
import { addObstacle } from './unanswered.js';
import { CONNECTORS, resourceMetadataOf, wayOf } from './way.js';

const OFF =
  'Switch on enable_mcp_server, run "svc serve", and build again: then the documents name the endpoint.';

/** The first call of an assistant is refused with the address of the sign-in. */
export const endpoint: Check = {
  id: 'endpoint',
  group: 'connect',
  title: 'The MCP endpoint answers 401 without a token, and names its metadata, whatever the assistant',
  async run(ctx, findings) {
    const way = wayOf(ctx);
    const url = way.endpoint;
    if (url === undefined) {
      const message = 'The documents name no MCP endpoint of this site.';
      findings.add(`${ctx.base}/.well-known/mcp.json`, {
        ...{ code: 'mcp-not-advertised', hop: 'files', message, fix: OFF },
      });
      return 'no endpoint';
    }
    const extra = ctx.userAgents.map((name) => [name, name] as const);
    for (const [who, userAgent] of [['A client', undefined] as const, ...CONNECTORS, ...extra]) {
      const visit = await way.knock(userAgent);
      if (visit !== undefined) checkAnswer(findings, visit, who);
    }
    return `${url}, requested with ${CONNECTORS.length + extra.length} User-Agents`;
  },
};

function checkAnswer(findings: Findings, visit: Visit, who: string): void {
  const what = 'the MCP endpoint';
  if (addObstacle(findings, visit, { who, what })) return;
  const { answer, url } = visit;
  const add = (found: Fault) => findings.add(url, found);
  if (answer?.status === 401) {
    if (resourceMetadataOf(visit) === undefined) {
      add({
        code: 'challenge-missing',
        hop: 'server',
        message: `${who} gets 401 without a WWW-Authenticate that names the metadata, so it can't find out where to sign in.`,
        fix: 'Let the web server and the CDN pass WWW-Authenticate on, and put no password of their own before the API.',
      });
    }
    return;
  }
  const code = textOf(objectOf(answer?.json)['code']);
  if (code === 'rest_forbidden_host' || code === 'rest_forbidden_origin') {
    add({
      code: 'host-refused',
      hop: 'server',
      message: `${who} is refused, because the request reaches the sidecar under another name.`,
      fix: 'Pass the Host field on to the sidecar, or name the proxy in trustedProxies.',
    });
  } else if (answer?.isOk === true) {
    add({
      code: 'mcp-open',
      hop: 'sidecar',
      message: `${who} has access without a token.`,
      fix: 'Check for a proxy in front that adds its own credentials.',
    });
  } else {
    add({
      code: 'mcp-unreachable',
      hop: answer?.status === 403 ? 'bot-protection' : 'sidecar',
      message: `${who} gets ${answer?.status ?? 'nothing'} from ${what} instead of 401.`,
      fix: answer?.status === 404 ? OFF : 'Read the logs of the sidecar and of the servers in front of it.',
    });
  }
}
