import { listOf, objectOf, textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import type { Check, VerifyContext } from '../check.js';
import { type Findings, skipped } from '../check.js';
import { FAILURE_FIXES } from '../http-port.js';

const ENDPOINT = /\/svc\/v1\/mcp$/;

/** Advertised sidecar routes reach the sidecar. */
export const sidecar: Check = {
  id: 'sidecar',
  group: 'way',
  title: 'Where the documents advertise the sidecar, its routes and the read API reach it',
  async run(ctx, findings) {
    const root = restRoot(ctx);
    const admin = adminApi(ctx);
    if (admin === undefined && root === undefined) return skipped('the documents advertise neither');
    if (admin !== undefined) await addDiscoveryRoute(findings, `${admin}/discovery`, ctx);
    if (root !== undefined) await addReadApi(findings, root, ctx);
    const parts = [admin === undefined ? 'no sidecar is advertised' : admin, root ?? 'no read API'];
    return parts.join('; ');
  },
};

/** The endpoint of our own MCP server, as `mcp.json` advertises it. */
export function ownMcpEndpoint({ visited }: VerifyContext): string | undefined {
  const mcp = visited.find(({ document }) => document.row?.id === 'mcp')?.visit.answer?.json;
  const { endpoint, servers } = objectOf(mcp);
  const endpoints = [endpoint, ...listOf(servers).map((one) => objectOf(one)['endpoint'])].map(textOf);
  return endpoints.find((url) => isParsableUrl(url) && ENDPOINT.test(url));
}

/** Our own MCP server is at the address below which the sidecar answers. */
function adminApi(ctx: VerifyContext): string | undefined {
  return ownMcpEndpoint(ctx)?.replace(/\/mcp$/, '');
}

function restRoot({ visited, base, restPrefix }: VerifyContext): string | undefined {
  const url = `${base}/${restPrefix}/`;
  return visited.some(({ document }) => document.url === url) ? url : undefined;
}

async function addDiscoveryRoute(findings: Findings, url: string, ctx: VerifyContext): Promise<void> {
  const { answer, failure } = await ctx.client.visit(url);
  if (answer?.isOk === true && objectOf(answer.json)['spec_version'] === ctx.discovery['spec_version'])
    return;
  const message = `mcp.json advertises the sidecar, but its discovery route answers ${answer?.status ?? `nothing: ${failure?.message ?? ''}`}${answer?.isOk === true ? ' with something else' : ''}.`;
  const fix =
    failure === undefined
      ? `Start "svc serve", and let the web server hand on /${ctx.restPrefix}/* and /svc/* to it; or build with sidecar: false.`
      : FAILURE_FIXES[failure.kind];
  findings.add(url, { code: 'sidecar-unreachable', hop: 'sidecar', message, fix });
}

async function addReadApi(findings: Findings, url: string, ctx: VerifyContext): Promise<void> {
  const { answer } = await ctx.client.visit(url);
  if (answer?.isOk === true && typeof answer.json === 'object') return;
  const message = `The root of the read API answers ${answer?.status ?? 'nothing'}${answer?.isOk === true ? ' with something else than JSON' : ''}.`;
  const fix = 'Map the address to its file by the rules of headers, or pass it on to the sidecar.';
  findings.add(url, { code: 'read-api-unreachable', hop: 'server', message, fix });
}
