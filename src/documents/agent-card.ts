import type { AgentEntry } from '../site/registry/derive.js';
import type { Endpoint, Resource } from '../site/registry/resource.js';
import { discoveryAgents, siteFacts } from './discovery/index.js';
import { type DocumentContext, type DocumentRow, prettyJson } from './document-row.js';
import { displayName } from './llms-sections.js';

/** The A2A version of an agent that doesn't state one: a request without a version means this one. */
const A2A_VERSION = '0.3';
const TEXT = ['text/plain'];

/** An address at which an agent speaks A2A (A2A 1.0, AgentInterface). */
interface AgentInterface {
  readonly url: string;
  readonly protocolBinding: 'JSONRPC';
  readonly protocolVersion: string;
}

interface AgentSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
}

/**
 * The agent card: a container of the site's agents that readers of A2A 1.0 and 0.3 understand too. Without an
 * agent that speaks A2A it lists no interface, and declares plain HTTP for 0.3 readers, which would take `url` for
 * JSON-RPC.
 * @see A2A 1.0 and 0.3.0, AgentCard
 */
function buildAgentCard(ctx: DocumentContext) {
  const { url, description, logo } = siteFacts(ctx);
  const name = displayName(ctx);
  const interfaces = agentInterfaces(ctx.published.resources);
  return {
    name,
    description,
    url: interfaces[0]?.url ?? url,
    provider: { organization: name, url },
    agents: discoveryAgents(ctx),
    version: ctx.version,
    supportedInterfaces: interfaces,
    protocolVersion: `${A2A_VERSION}.0`,
    preferredTransport: interfaces[0]?.protocolBinding ?? 'HTTP',
    ...(interfaces.length < 2 ? {} : { additionalInterfaces: interfaces.slice(1).map(toTransport) }),
    capabilities: { streaming: false, pushNotifications: false },
    defaultInputModes: TEXT,
    defaultOutputModes: TEXT,
    skills: discoveryAgents(ctx).flatMap(skillsOf),
    ...(logo === '' ? {} : { iconUrl: logo }),
  };
}

/**
 * The addresses of agents, each once. An address that its resource lists as something other than A2A or RPC is
 * left out: it is described among the APIs.
 */
function agentInterfaces(resources: readonly Resource[]): readonly AgentInterface[] {
  const urls = resources.flatMap(({ agent, endpoints }) => {
    if (agent === undefined || agent.endpoint === '') return [];
    return speaksA2a(endpoints.find(({ url }) => url === agent.endpoint)) ? [agent.endpoint] : [];
  });
  return [...new Set(urls)].map((url) => ({ url, protocolBinding: 'JSONRPC', protocolVersion: A2A_VERSION }));
}

function speaksA2a(endpoint: Endpoint | undefined): boolean {
  return endpoint === undefined || endpoint.type === 'a2a' || endpoint.type === 'rpc';
}

function toTransport({ url, protocolBinding }: AgentInterface) {
  return { url, transport: protocolBinding };
}

// Two agents may share the id of a skill: the tag identifies the agent.
function skillsOf(agent: AgentEntry): readonly AgentSkill[] {
  return agent.skills.map(({ id, description }) => ({
    id,
    name: id,
    description: description || `${agent.name}: ${id}`,
    tags: [agent.id],
  }));
}

/** `/.well-known/agent-card.json`, and the same bytes at the older name `agent.json`. */
export const agentCard: DocumentRow = {
  id: 'agent-card',
  path: '/.well-known/agent-card.json',
  aliases: ['/.well-known/agent.json'],
  contentType: 'application/json',
  headers: 'wellKnown',
  summary: 'A2A agent card of the site: its agents with their skills and addresses.',
  condition: 'always',
  schema: 'agent-card.schema.json',
  sign: true,
  docs: 'agent-card.md',
  purge: true,
  live: { key: 'agent_card', rank: 6, label: 'Agent card', cors: true },
  when: () => true,
  render: (ctx) => prettyJson(buildAgentCard(ctx)),
};
