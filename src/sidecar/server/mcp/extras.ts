import type {
  CallToolResult,
  InputRequiredResult,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  Server,
  ServerContext,
  Tool,
} from '@modelcontextprotocol/server';
import type { Hooks } from '../../../config/hooks/hooks.js';
import type { AbilityCaller } from '../../abilities/ability.js';

type Answer<T> = T | Promise<T>;

/** A tool of a plugin that uses more of the protocol than an ability does. */
export interface ExtraTool {
  readonly tool: Tool;
  call(
    given: Readonly<Record<string, unknown>>,
    ctx: ServerContext,
  ): Answer<CallToolResult | InputRequiredResult>;
}

/** A resource of a plugin. */
export interface ExtraResource {
  readonly resource: Resource;
  read(): Answer<ReadResourceResult>;
}

/** Registers additions of plugins to the MCP server of a request. Plugins check permissions themselves. */
export interface McpRegistrar {
  readonly caller: AbilityCaller;
  addTool(extra: ExtraTool): void;
  addResource(extra: ExtraResource): void;
  addTemplate(
    template: ResourceTemplateType,
    read: (uri: string) => Answer<ReadResourceResult | undefined>,
  ): void;
  /** Registers a callback that receives the server before it answers: for prompts, completions and the like. */
  onServer(change: (server: Server) => Answer<void>): void;
}

/** The additions of plugins. */
export interface McpExtras {
  readonly tools: ReadonlyMap<string, ExtraTool>;
  readonly resources: ReadonlyMap<string, ExtraResource>;
  readonly templates: readonly ResourceTemplateType[];
  /** @returns undefined when no plugin provides the resource */
  read(uri: string): Promise<ReadResourceResult | undefined>;
  finish(server: Server): Promise<void>;
}

/** Collects the additions of plugins. */
export async function extend(request: {
  readonly caller: AbilityCaller;
  readonly hooks: Pick<Hooks, 'run'>;
}): Promise<McpExtras> {
  const tools = new Map<string, ExtraTool>();
  const resources = new Map<string, ExtraResource>();
  const templates: { readonly template: ResourceTemplateType; readonly read: TemplateReader }[] = [];
  const changes: ((server: Server) => Answer<void>)[] = [];
  const registrar: McpRegistrar = {
    caller: request.caller,
    addTool: (extra) => void tools.set(extra.tool.name, extra),
    addResource: (extra) => void resources.set(extra.resource.uri, extra),
    addTemplate: (template, read) => void templates.push({ template, read }),
    onServer: (change) => void changes.push(change),
  };
  await request.hooks.run('svc_mcp_server', registrar);
  return {
    tools,
    resources,
    templates: templates.map(({ template }) => template),
    async read(uri) {
      const own = resources.get(uri);
      if (own !== undefined) return own.read();
      for (const { read } of templates) {
        const found = await read(uri);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    async finish(server) {
      for (const change of changes) await change(server);
    },
  };
}

type TemplateReader = (uri: string) => Answer<ReadResourceResult | undefined>;
