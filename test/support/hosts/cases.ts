import type { BuiltSite } from './site.js';

/** One address of each kind that a site has. */
export function kindsOfPaths(site: BuiltSite): readonly (readonly [kind: string, path: string])[] {
  const exact = site.manifest.rules.flatMap(({ surface, path }) =>
    path === undefined ? [] : [[surface, path] as const],
  );
  const item = '/api/content/v1/posts';
  return [
    ...exact,
    ...site.manifest.redirects.map(({ from }) => ['redirect', from] as const),
    ['twin', '/about.md'],
    ['twin in a folder', '/visit/hours.md'],
    ['twin with an encoded dot', '/about%2emd'],
    ['twin, not ASCII', '/visit/%E6%98%9F.md'],
    ['read API: list', `${item}.json`],
    ['sitemap page', '/svc-sitemap-post-1.xml'],
    ['front page', '/'],
    ...(site.manifest.basePath === ''
      ? []
      : ([
          ['front page without slash', ''],
          ['front page without slash, with a query', '?from=letter'],
        ] as const)),
    ['page', '/about/'],
    ['page without slash', '/about'],
    ['page in a folder', '/posts/first-light/'],
    ['page with a query', '/about/?from=letter'],
    ['page that is index.htm', '/ledger/'],
    ['page that is index.htm, without slash', '/ledger'],
    ['page that is index.xhtml', '/scroll/'],
    ['page that is index.xhtml, without slash', '/scroll'],
    ['page in XHTML', '/parchment.xhtml'],
    ['page with signs', '/50%25%20%231/'],
    ['page, not ASCII', '/visit/%E6%98%9F/'],
    ['archive', '/tag/lens/'],
    ['page by its file', '/about/index.html'],
    ['front page by its file', '/index.html'],
    ['document without its ending', '/auth'],
    ['further page of an archive', '/tag/lens/page/2/'],
    ['style sheet', '/svc-style.css'],
    ['picture', '/favicon.svg'],
    ['well-known name with a slash', '/.well-known/discovery.json/'],
    ['packed file', '/svc-manifest.json.gz'],
    ['unknown well-known name', '/.well-known/nobody.json'],
    ['skill that is not there', '/.well-known/agent-skills/nobody/SKILL.md'],
    ['unknown nested well-known name', '/.well-known/acme-challenge/token'],
    ['conditional document that is not served', '/.well-known/agent-skills/index.json'],
    ['conditional name that is not served', '/.well-known/oauth-protected-resource'],
    ['card of a server that is not there', '/.well-known/mcp/nobody/server-card.json'],
    ['document that is switched off', '/sitemap.xml'],
    ['unknown twin', '/nobody.md'],
    ['draft', '/posts/not-yet/'],
    ['twin of a draft', '/posts/not-yet.md'],
    ['unknown sitemap', '/svc-sitemap-post-9.xml'],
    ['unknown page', '/nobody/'],
    ['unknown file', '/nobody.png'],
    ['folder without a page', '/api/content/'],
    ['hidden file', '/.htaccess'],
    ['hidden folder', '/.git/config'],
    ['hidden file below .well-known', '/.well-known/.htpasswd'],
  ];
}

/** What clients say that they accept. */
export const ACCEPTS: readonly (string | undefined)[] = [
  undefined,
  '*/*',
  'text/html',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/markdown',
  'Text/Markdown; charset=utf-8',
  'text/x-markdown',
  'text/markdown, text/html, */*',
  'text/markdown;q=0.5, text/html',
  'text/markdown;q=0.5,text/html;q=0.49',
  'text/html;q=0.75, text/markdown;q=0.8, */*;q=0.1',
  'text/markdown;q=0.50, text/html;q=0.5',
  'text/markdown;q=0.9, */*',
  'text/markdown;q=0.9, text/*;q=0.3, */*',
  'text/markdown;q=0.005, text/html;q=0.004',
  'text/markdown;q=0.004, text/html;q=0.005',
  'text/markdown;q=0',
  'text/markdown;q=0.000, */*',
  'text/*',
  'text/markdownish',
  // Named twice, with parameters, in the spelling of XHTML, and with what is no weight.
  'text/markdown;q=0.1, text/markdown;q=0.9, text/html;q=0.5',
  'text/markdown;q=0.9, text/markdown;q=0.1, text/html;q=0.5',
  'text/markdown;q=0.2, text/markdown, text/html;q=0.5',
  'text/html;q=0.3, text/html;level=1, text/markdown;q=0.5',
  'text/markdown;variant=GFM;q=0.4;charset=utf-8, text/html;q=0.5',
  'text/markdown; q = 0.6 , text/html ; q=0.5',
  'text/markdown;qq=0;q=0.6, text/html;q=0.5',
  'application/xhtml+xml, text/markdown;q=0.9',
  'application/xhtml+xml;q=0.8, text/html;q=0.1, text/markdown;q=0.7',
  'application/xhtml+xml;q=0.5, text/markdown;q=0.7',
  'text/markdown;q=2',
  'text/markdown;q=1.5, text/html;q=0.1',
  'text/markdown, text/html;q=2',
  'text/markdown;q=0.1234, */*;q=0.01',
  'text/markdown;q=2, text/markdown;q=0.05',
  'text/x-markdown;q=0, text/markdown;q=0.05, text/html;q=0.04',
  'application/json',
];

/** Programs that ask. */
export const AGENTS: readonly (string | undefined)[] = [undefined, 'Mozilla/5.0 (compatible; ClaudeBot/1.0)'];

/** The rest of the methods is refused like `POST`. */
export const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'] as const;
