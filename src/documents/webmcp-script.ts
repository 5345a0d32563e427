import type { DocumentContext, DocumentRow } from './document-row.js';
import { scriptPath } from './page-scripts.js';
import { collectionUrl } from './rest-addresses.js';
import { WEBMCP_RUNTIME } from './webmcp-runtime.js';

/** A tool of the pages, as agents inside browsers see it. */
export interface PageTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
}

const NO_INPUT = { type: 'object', properties: {} };

/** Every tool, and the documents that it needs: it exists while one of them is served. */
const TOOLS: readonly (PageTool & { isServed(ctx: DocumentContext): boolean })[] = [
  {
    name: 'read-page',
    title: 'Read this page',
    description: 'Returns the page that is open as Markdown, without navigation.',
    inputSchema: NO_INPUT,
    isServed: () => true,
  },
  {
    name: 'search-content',
    title: 'Search this site',
    description:
      'Searches the public pages and posts of this site. Returns title, address and summary of each.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Words that must all occur.', minLength: 1, maxLength: 200 },
        limit: { type: 'integer', description: 'Most results.', minimum: 1, maximum: 50, default: 10 },
      },
      required: ['query'],
    },
    isServed: (ctx) => listsOf(ctx).length > 0,
  },
  {
    name: 'read-content',
    title: 'Read a page of this site',
    description: 'Returns another page of this site as Markdown, by its address.',
    inputSchema: {
      type: 'object',
      properties: { url: { type: 'string', description: 'Address of a page of this site, or its path.' } },
      required: ['url'],
    },
    isServed: (ctx) => ctx.served('markdown'),
  },
  {
    name: 'site-index',
    title: 'Index of this site',
    description: 'Returns llms.txt: what this site is about, and its pages with their addresses.',
    inputSchema: NO_INPUT,
    isServed: (ctx) => ctx.isAvailable('llms'),
  },
  {
    name: 'recent-changes',
    title: 'Recent changes',
    description: 'Lists what was published, changed or removed on this site, the latest first.',
    inputSchema: {
      type: 'object',
      properties: {
        limit: { type: 'integer', description: 'Most items.', minimum: 1, maximum: 50, default: 10 },
      },
    },
    isServed: (ctx) => ctx.isAvailable('changes'),
  },
];

/** The tools that pages currently offer, after `webmcp_hidden_tools`. */
export function pageTools(ctx: DocumentContext): readonly PageTool[] {
  const hidden = new Set(ctx.settings.webmcp_hidden_tools);
  return TOOLS.filter((tool) => !hidden.has(tool.name) && tool.isServed(ctx)).map(
    ({ name, title, description, inputSchema }) => ({ name, title, description, inputSchema }),
  );
}

/**
 * The script that registers the tools with agents inside the browser. Without such an agent it does nothing.
 * @see https://webmachinelearning.github.io/webmcp/
 */
function buildWebMcpScript(ctx: DocumentContext): string {
  const path = (target: string) => scriptPath(ctx.site.baseUrl, target);
  const facts = {
    base: path('/'),
    tools: pageTools(ctx),
    lists: listsOf(ctx),
    isLive: ctx.sidecar && ctx.restApi.mode === 'static',
    isExternal: ctx.restApi.mode === 'external',
    llms: path('/llms.txt'),
    changes: path('/svc-changes.json'),
  };
  // No text of the site may end the script or the line.
  const json = JSON.stringify(facts, null, 2).replace(/[<\u2028\u2029]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `(function (site) {\n${WEBMCP_RUNTIME}})(${json});\n`;
}

/** First pages of the lists of the read API; those of the site itself without its host. */
function listsOf(ctx: DocumentContext): readonly string[] {
  const { origin } = new URL(ctx.site.baseUrl);
  return ctx.types.flatMap((type) => {
    const url = collectionUrl(ctx, type);
    if (url === undefined) return [];
    return [url.startsWith(`${origin}/`) ? url.slice(origin.length) : url];
  });
}

/** `/svc-webmcp.js`: offers what the site serves to agents inside browsers. */
export const webMcpScript: DocumentRow = {
  id: 'webmcp-script',
  path: '/svc-webmcp.js',
  contentType: 'text/javascript',
  headers: 'plain',
  summary: 'Script in pages that offers read-only tools to agents in the browser (WebMCP).',
  condition: '`enable_webmcp`, and at least one tool works on this site',
  inHead: true,
  when: (ctx) => ctx.settings.enable_webmcp && pageTools(ctx).length > 0,
  render: buildWebMcpScript,
};
