import type { DocumentContext, DocumentRow } from './document-row.js';
import { scriptPath } from './page-scripts.js';
import { collectionUrl } from './rest-addresses.js';

/** A tool of the pages, as agents inside browsers see it. */
interface PageTool {
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

/**
 * The body of the page script: `site` is what `buildWebMcpScript` knows. It only reads what the site
 * serves to everyone, without credentials.
 */
const WEBMCP_RUNTIME = `  'use strict';
  var context = document.modelContext || navigator.modelContext;
  if (!context || typeof context.registerTool !== 'function' || window.svcTools) return;
  window.svcTools = true;

  var run = {
    'read-page': async function () {
      var link = document.querySelector('link[rel~="alternate"][type="text/markdown"]');
      if (link) {
        try {
          // Its copy is at the same place in every deployment.
          return await text(new URL(link.href).pathname);
        } catch (error) {
          // The page itself says nearly the same.
        }
      }
      var main = document.querySelector('main, article') || document.body;
      return '# ' + document.title + '\\n\\n' + main.innerText.trim() + '\\n';
    },
    'search-content': async function (input) {
      var words = String(input.query || '').trim();
      if (!words) throw new Error('The query is empty: give at least one word.');
      var limit = bounded(input.limit);
      var found = [];
      for (var i = 0; i < site.lists.length && found.length < limit; i += 1) {
        found = found.concat(await searchList(site.lists[i], words, limit - found.length));
      }
      if (found.length === 0) return 'Nothing on this site has all of these words: ' + words;
      return found.map(line).join('\\n');
    },
    'read-content': async function (input) {
      var url = new URL(String(input.url || ''), location.origin + site.base);
      if (url.origin !== location.origin || url.pathname.indexOf(site.base) !== 0) {
        throw new Error('Only pages below ' + location.origin + site.base + ' can be read.');
      }
      var path = url.pathname;
      if (!/\\.md$/.test(path)) path = path === site.base ? path + 'index.md' : path.replace(/\\/+$/, '') + '.md';
      return text(path);
    },
    'site-index': function () {
      return text(site.llms);
    },
    'recent-changes': async function (input) {
      var feed = JSON.parse(await text(site.changes));
      var items = feed.items.slice(0, bounded(input && input.limit));
      return items
        .map(function (item) {
          return '- ' + (item.modified || item.deleted) + ' ' + item.action + ': ' + (item.title || '') + ' <' + item.url + '>';
        })
        .join('\\n');
    },
  };

  // Without credentials: what an agent gets is what everybody gets.
  async function text(url) {
    var response = await fetch(url, { credentials: 'omit' });
    if (!response.ok) throw new Error(url + ' answered with ' + response.status + '.');
    return response.text();
  }

  async function searchList(list, words, limit) {
    if (site.isLive || site.isExternal) {
      var query = '?search=' + encodeURIComponent(words) + '&per_page=' + limit;
      return JSON.parse(await text(list + query)).slice(0, limit);
    }
    return searchFiles(list, words, limit);
  }

  // Lists that are files have a hundred items each; a search looks at the first thousand.
  async function searchFiles(list, words, limit) {
    var wanted = fold(words).split(/\\s+/);
    var found = [];
    for (var page = 1; page <= 10 && found.length < limit; page += 1) {
      var items;
      try {
        items = JSON.parse(await text(page === 1 ? list : list.replace(/\\.json$/, '/page-' + page + '.json')));
      } catch (error) {
        if (page === 1) throw error;
        break;
      }
      items.forEach(function (item) {
        var all = fold(plain(item.title.rendered + ' ' + item.excerpt.rendered + ' ' + item.content.rendered));
        var has = wanted.every(function (word) {
          return all.indexOf(word) !== -1;
        });
        if (has && found.length < limit) found.push(item);
      });
      if (items.length < 100) break;
    }
    return found;
  }

  function line(item) {
    var summary = plain((item.excerpt && item.excerpt.rendered) || '').trim();
    return '- ' + plain(item.title.rendered) + ' <' + item.link + '>' + (summary && ': ' + summary);
  }

  // A document of its own: nothing in it is loaded or run.
  function plain(html) {
    return new DOMParser().parseFromString(html, 'text/html').body.textContent || '';
  }

  function fold(words) {
    return words.normalize('NFKD').replace(/[\\u0300-\\u036f]/g, '').toLowerCase();
  }

  function bounded(limit) {
    return Math.min(50, Math.max(1, Math.trunc(Number(limit)) || 10));
  }

  site.tools.forEach(function (tool) {
    try {
      var done = context.registerTool({
        name: tool.name,
        title: tool.title,
        description: tool.description,
        inputSchema: tool.inputSchema,
        annotations: { readOnlyHint: true },
        execute: function (input) {
          return run[tool.name](input || {});
        },
      });
      if (done && done.catch) done.catch(function () {});
    } catch (error) {
      // A name that the page has taken itself stays the page's.
    }
  });
`;
