import { lastName } from '../../../core/paths.js';
import type { AbilityFacts } from '../registry.js';
import { ownMcpEndpoint, toolName } from './mcp-servers.js';
import type { BuiltIn, BuiltInDefinition, ProviderInput } from './provider.js';

/** Id of the resource that holds the abilities of the service itself. */
export const OWN_ABILITIES = 'abilities-svc';

/**
 * The abilities of the service itself. Each needs sign-in, so the resource is in no public document unless a
 * plugin publishes it (`svc_publish_gated_abilities`).
 */
export function sidecarAbilities(input: ProviderInput): BuiltIn {
  const abilities = offeredAbilities(input);
  return {
    adapter: { id: 'sidecar-abilities', title: 'Abilities of the service', available: abilities.length > 0 },
    resources: abilities.length > 0 ? [definition(abilities, ownMcpEndpoint(input))] : [],
  };
}

/** The existing ones: none without a sidecar, and the writing ones only while writing is allowed. */
function offeredAbilities({ abilities, settings, sidecarBase }: ProviderInput): readonly AbilityFacts[] {
  if (sidecarBase === undefined) return [];
  return abilities.filter(({ kind }) => kind === 'read' || settings.enable_agent_writes);
}

function definition(abilities: readonly AbilityFacts[], endpoint: string | undefined): BuiltInDefinition {
  // Without the MCP server, abilities are run by a signed-in session with a nonce, which no scheme names.
  const auth = endpoint === undefined ? 'custom' : 'oauth2';
  return {
    id: OWN_ABILITIES,
    title: 'Abilities of the service',
    type: 'agent',
    description: 'What a connected assistant can do with this site.',
    abilities: abilities.map(({ name }) => name),
    tools: abilities.map((ability) => toolOf(ability, auth)),
    endpoints:
      endpoint === undefined
        ? []
        : [{ url: endpoint, type: 'mcp', methods: ['POST'], auth, description: 'MCP server of the site.' }],
    auth: { type: auth, scopes: endpoint === undefined ? [] : ['read', 'write'] },
    agent: {
      name: 'Site assistant',
      description: 'Works on this site for signed-in users.',
      skills: abilities.map(({ name, description }) => ({ id: lastName(name), description })),
      endpoint: endpoint ?? '',
      auth,
    },
    public: false,
  };
}

function toolOf(ability: AbilityFacts, auth: string): Readonly<Record<string, unknown>> {
  const { name, title, description, kind, isDestructive = false, inputSchema, outputSchema } = ability;
  return {
    name: toolName(name),
    title,
    description,
    inputSchema,
    outputSchema,
    annotations: { readOnlyHint: kind === 'read', destructiveHint: isDestructive },
    auth,
  };
}
