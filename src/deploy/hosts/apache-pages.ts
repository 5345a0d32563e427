import { INDEX_FILES, PAGE_FILE_ENDING } from '../../site/page-file.js';
import type { HeadersManifest } from '../manifests/neutral.js';
import { HTML_RANGES, HTML_WANTED_MORE, MARKDOWN_RANGES, UNWANTED, type WeightedRange } from './accept.js';
import { archivesRegex, documentNames, isBeside } from './answers.js';
import { apacheRaw, apacheRegex, headersWhere, marked } from './apache-text.js';
import type { HostFacts } from './host.js';
import { escapeRegex } from './pattern.js';

/** The flag for names with signs that would mean something in an address. */
const LITERAL = 'B=%#';

/** The part of a site that a sidecar answers. */
export interface PageOptions {
  readonly facts: HostFacts;
  /** True to have the sidecar answer agent files too. */
  readonly live: boolean;
}

/** Rules for everything but documents: pages, their Markdown, other files, and missing ones. */
export function apachePages(manifest: HeadersManifest, { facts, live }: PageOptions): readonly string[] {
  const { basePath, pages } = manifest;
  const sidecar = live ? facts.sidecar : undefined;
  const root = `%{DOCUMENT_ROOT}${basePath}`;
  return [
    '',
    '# An address of a folder with a page is redirected to the one with a slash.',
    'RewriteCond %{REQUEST_FILENAME} !-f',
    `RewriteCond ${apacheRaw(`${root}/$1.html`)} !-f`,
    ...INDEX_FILES.map((file, index) => {
      const flag = index === INDEX_FILES.length - 1 ? '' : ' [OR]';
      return `RewriteCond ${apacheRaw(`${root}/$1/${file}`)} -f${flag}`;
    }),
    'RewriteCond %{THE_REQUEST} "^\\S+ /*([^?\\s]*)"',
    'RewriteRule "^(.*[^/])$" /%1/ [R=301,NE,L]',
    ...(pages.negotiation === null ? [] : negotiation(manifest, sidecar)),
    '# The page of a folder, a file, or a page without its extension.',
    ...INDEX_FILES.flatMap((file) => [
      `RewriteCond ${apacheRaw(`${root}/$1${file}`)} -f`,
      `RewriteRule "^((?:.*/)?)$" "$1${file}" [${LITERAL},E=svc:page,END]`,
    ]),
    'RewriteCond %{REQUEST_FILENAME} -f',
    `RewriteRule "${PAGE_FILE_ENDING}" - [NC,E=svc:page,END]`,
    'RewriteCond %{REQUEST_FILENAME} -f',
    'RewriteRule ^ - [END]',
    `RewriteCond ${apacheRaw(`${root}/$1.html`)} -f`,
    `RewriteRule "^(.*[^/])$" "$1.html" [${LITERAL},E=svc:page,END]`,
    ...softAnswer(manifest, facts),
    'RewriteRule ^ - [E=svc:missing,R=404,L]',
    '',
    ...pageHeaders(manifest),
  ];
}

/** The replacement of a missing page for clients that want Markdown: the server itself has no text for it. */
function softAnswer({ notFound, basePath }: HeadersManifest, facts: HostFacts): readonly string[] {
  if (notFound.soft === null || !isBeside(facts)) return [];
  return [
    'RewriteCond %{ENV:svc_wants} =1',
    `RewriteRule "^(.*)$" ${apacheRaw(`${facts.sidecar}${basePath}/$1`)} [P,L]`,
  ];
}

function negotiation(manifest: HeadersManifest, sidecar: string | undefined): readonly string[] {
  const { basePath, pages } = manifest;
  const archives = archivesRegex(pages.negotiation?.archives ?? [])?.slice(1);
  const names = documentNames(manifest).map((name) => escapeRegex(name.slice(basePath.length + 1)));
  const base = escapeRegex(basePath);
  const front = pages.negotiation?.front ?? '';
  const root = `%{DOCUMENT_ROOT}${basePath}`;
  const wanted = 'RewriteCond %{ENV:svc_wants} =1';
  const send = (at: string, file: string) =>
    sidecar === undefined
      ? `RewriteRule ${apacheRaw(at)} ${file} [${LITERAL},E=svc:twin,END]`
      : `RewriteRule ${apacheRaw(at)} ${apacheRaw(`${sidecar}${basePath}/$1$2`)} [P,L]`;
  const lists = ['(?:index[.]html)?', ...(archives === undefined ? [] : [archives])];
  return [
    '',
    ...markdownWanted(manifest),
    '# Pages that have a twin say so.',
    `RewriteCond ${apacheRaw(`${root}/$1.md`)} -f`,
    `RewriteCond %{THE_REQUEST} ${apacheRegex(`^\\S+ ${base}/*([^?#<>"\\s]*[^?#<>"/\\s])`)}`,
    'RewriteRule "^(.*[^/])/*$" - [E=svc_address:%1]',
    '# Lists of entries have the index of the site, pages their twin; documents with that extension are not twins.',
    wanted,
    send(`^(${lists.join('|')})$`, front),
    wanted,
    ...(names.length === 0
      ? []
      : [`RewriteCond %{REQUEST_URI} ${apacheRaw(`!^${base}/(?:${names.join('|')})$`)}`]),
    `RewriteCond ${apacheRaw(`${root}/$1.md`)} -f`,
    send('^(.*[^/])(/*)$', '"$1.md"'),
    '',
  ];
}

/** Sets `svc_wants`; weights are compared as digits. */
function markdownWanted({ pages }: HeadersManifest): readonly string[] {
  const pair = '"%{ENV:svc_markdown}000:%{ENV:svc_html}000"';
  const agents = (pages.negotiation?.userAgents ?? []).map(escapeRegex);
  return [
    '# Markdown is sent if Accept names it and does not prefer HTML. The most specific range comes last.',
    ...weights('svc_markdown', MARKDOWN_RANGES),
    ...weights('svc_html', HTML_RANGES),
    `RewriteCond ${pair} ${apacheRaw(`!${UNWANTED}`)}`,
    `RewriteCond ${pair} ${apacheRaw(`!${HTML_WANTED_MORE}`)}`,
    'RewriteRule ^ - [E=svc_wants:1]',
    ...(agents.length === 0
      ? []
      : [
          `RewriteCond %{HTTP_USER_AGENT} ${apacheRaw(`(?:${agents.join('|')})`)} [NC,NV]`,
          'RewriteCond %{ENV:svc_markdown} "^$|[1-9]"',
          'RewriteRule ^ - [E=svc_wants:1]',
        ]),
  ];
}

function weights(variable: string, ranges: readonly WeightedRange[]): readonly string[] {
  const accept = (regex: string) => `RewriteCond %{HTTP:Accept} ${apacheRegex(regex)} [NC,NV]`;
  return [...ranges]
    .reverse()
    .flatMap(({ regex, whole, hasFraction }) => [
      accept(regex),
      `RewriteRule ^ - [E=${variable}:${whole}${hasFraction ? '%1' : ''}]`,
    ]);
}

function pageHeaders({ pages }: HeadersManifest): readonly string[] {
  const { negotiation, alternate, headers, links } = pages;
  const page = marked('page');
  const twin = marked('twin');
  const linked = links.map((link) => ['Link', link] as const);
  const twinHeaders =
    negotiation === null
      ? []
      : [['Content-Type', negotiation.contentType] as const, ...Object.entries(negotiation.headers)];
  return [
    ...headersWhere(page, [...Object.entries(headers), ...linked]),
    ...headersWhere(twin, [...twinHeaders, ...linked]),
    ...(alternate === null || negotiation === null
      ? []
      : ['svc_address', 'REDIRECT_svc_address'].map((name) => {
          const link = alternate.replace(/%/g, '%%').replace('{+path}', `%{${name}}e`);
          const isPage = "reqenv('svc') =~ /^(page|twin)$/ || reqenv('REDIRECT_svc') =~ /^(page|twin)$/";
          return `Header add Link ${apacheRaw(link)} ${apacheRaw(`expr=reqenv('${name}') != '' && (${isPage})`)}`;
        })),
    ...headersWhere(marked('missing'), [...Object.entries(headers), ...linked], 'always'),
    ...headersWhere(marked('redirect'), [['Access-Control-Allow-Origin', '*']], 'always'),
  ];
}
