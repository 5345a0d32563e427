import { INDEX_FILES, PAGE_FILE_ENDING } from '../../site/page-file.js';
import type { HeadersManifest } from '../manifests/neutral.js';
import { HTML_RANGES, HTML_WANTED_MORE, MARKDOWN_RANGES, UNWANTED, type WeightedRange } from './accept.js';
import { archivesRegex, documentAnswers, documentNames, isBeside } from './answers.js';
import { type HostFacts, type HostFile, type HostRules, headComment } from './host.js';
import { nginxBesideHttp, nginxBesideServer } from './nginx-beside.js';
import { nginxServer } from './nginx-server.js';
import {
  block,
  indexMaps,
  indexVariables,
  NginxNames,
  NOTHING,
  nginxPageHeaders,
  proofMaps,
  quotedRegex,
} from './nginx-text.js';
import { escapeRegex, TWIN_ENDING } from './pattern.js';

const HTTP_FILE = 'nginx.http.conf';
const SERVER_FILE = 'nginx.server.conf';
const LIVE_FILE = 'nginx.live.conf';

/**
 * Rules for nginx 1.19 or later: maps for `http`, and the contents of the site's server. With a sidecar at the address
 * of the site, it answers everything that the rules would otherwise have to know in advance. With one elsewhere
 * there is a second form, which passes agent files on too, so that the sidecar counts and judges who reads them.
 */
export function nginxRules(manifest: HeadersManifest, facts: HostFacts): HostRules {
  const names = new NginxNames(manifest.baseUrl);
  const write = isBeside(facts) ? nginxBesideServer : nginxServer;
  const server = (live: boolean) => write({ manifest, names, facts, live });
  const { basePath, baseUrl } = manifest;
  const root =
    basePath === '' ? 'the output folder' : `a folder in which ${basePath.slice(1)}/ is the output folder`;
  const head = `For ${baseUrl}, inside server { }, whose root is ${root}. Needs ${HTTP_FILE}.`;
  const live = isBeside(facts)
    ? `The same as ${SERVER_FILE}.`
    : `In place of ${SERVER_FILE}: agent files come from the sidecar too, which counts who reads them.`;
  const http = isBeside(facts) ? nginxBesideHttp : nginxHttp;
  return {
    files: [
      file(HTTP_FILE, http(manifest, names, HTTP_FILE)),
      file(SERVER_FILE, [headComment([head]), '', ...server(false)]),
      ...(facts.sidecar === undefined
        ? []
        : [file(LIVE_FILE, [headComment([head, live]), '', ...server(true)])]),
    ],
    limits: [],
  };
}

function file(name: string, lines: readonly string[]): HostFile {
  return { name, text: `${lines.join('\n')}\n`, place: 'deploy' };
}

/** The part inside `http { }`: maps from a request to how the server of the site handles it. */
function nginxHttp(manifest: HeadersManifest, names: NginxNames, file: string): readonly string[] {
  const { negotiation } = manifest.pages;
  return [
    headComment([`For ${manifest.baseUrl}, inside http { }: include /path/to/${file};`]),
    '',
    ...block(`geo $${names.of('dollar')}`, ['default "$";']),
    '',
    '# Everything but GET and HEAD is refused.',
    ...block(`map $request_method $${names.of('refused')}`, ['default 1;', 'GET "";', 'HEAD "";']),
    '',
    ...folderMaps(names),
    '',
    '# What was found at the address of a page: a page, its twin, or something else.',
    ...block(`map $uri $${names.of('kind')}`, [
      'default "";',
      `"~*${PAGE_FILE_ENDING}" page;`,
      ...(negotiation === null ? [] : ['"~[.]md$" twin;']),
    ]),
    ...nginxPageHeaders(manifest, names).flatMap(({ variable, page, twin }) =>
      block(`map $${names.of('kind')} $${variable}`, [
        'default "";',
        ...(page === undefined ? [] : [`page ${page};`]),
        ...(twin === undefined ? [] : [`twin ${twin};`]),
      ]),
    ),
    '',
    '# Signatures and digests describe a body, which a 304 does not have.',
    ...proofMaps(documentAnswers(manifest), names),
    ...(negotiation === null ? [] : negotiationMaps(manifest, names)),
  ];
}

function folderMaps(names: NginxNames): readonly string[] {
  const [path, query] = [names.of('path'), names.of('query')];
  return [
    '# The page of a folder, and its address with the slash if the request has none.',
    ...indexMaps(names),
    ...indexVariables(names, 'slashless').flatMap((variable, index) =>
      block(`map $uri ${variable}`, [`default "$uri/${INDEX_FILES[index]}";`, `"~/$" ${NOTHING};`]),
    ),
    ...block(`map $request_uri $${names.of('slashed')}`, [
      `"~^/*(?<${path}>[^?#]*)(?<${query}>[?].*)?$" "/$${path}/$${query}";`,
    ]),
  ];
}

function negotiationMaps(manifest: HeadersManifest, names: NginxNames): readonly string[] {
  const { basePath, pages } = manifest;
  const base = escapeRegex(basePath);
  const [page, path] = [names.of('page'), names.of('address_path')];
  const archives = archivesRegex(pages.negotiation?.archives ?? []);
  const front = names.text(`${basePath}/${pages.negotiation?.front}`);
  return [
    '',
    '# Markdown is sent if Accept names it and does not prefer HTML. Weights are compared as digits.',
    ...weightMap(names.of('markdown_weight'), MARKDOWN_RANGES),
    ...weightMap(names.of('html_weight'), HTML_RANGES),
    ...block(
      `map "${names.value('markdown_weight')}000:${names.value('html_weight')}000" $${names.of('named')}`,
      ['default 1;', `"~${UNWANTED}" "";`, `"~${HTML_WANTED_MORE}" "";`],
    ),
    ...agentMaps(manifest, names),
    '',
    '# The twin of the address, and what is sent of it.',
    ...block(`map $uri $${names.of('twin')}`, [
      `default ${NOTHING};`,
      // Documents with that ending aren't twins.
      ...documentNames(manifest).flatMap((name) => [`${quotedRegex(name)} ${NOTHING};`]),
      `${quotedRegex(`~^(?<${page}>${base}/.*[^/])/*$`)} "$${page}.md";`,
    ]),
    ...block(
      `map "${names.value('markdown')}-${names.value('redirected')}:$uri" $${names.of('negotiated')}`,
      [
        `default ${NOTHING};`,
        `${quotedRegex(`~^1-:${base}(?:/|/index[.]html)?$`)} ${front};`,
        ...(archives === undefined ? [] : [`${quotedRegex(`~^1-:${base}${archives}$`)} ${front};`]),
        `"~^1-:" $${names.of('twin')};`,
      ],
    ),
    ...canonicalMap(manifest, names),
    ...block(`map $request_uri $${names.of('address')}`, [
      'default "";',
      `${quotedRegex(`~^${base}/*(?<${path}>[^?#<>"]*[^?#<>"/])/*(?:[?].*)?$`)} "$${path}";`,
    ]),
  ];
}

/** The link from a twin to its page, by the address as it was sent. */
function canonicalMap({ basePath, rules }: HeadersManifest, names: NginxNames): readonly string[] {
  const canonical = rules.find((rule) => rule.canonical !== undefined)?.canonical;
  if (canonical === undefined) return [];
  const path = names.of('address_path');
  const link = names.text(canonical).replace('{+path}', `\${${path}}`);
  return block(`map $request_uri $${names.of('canonical')}`, [
    'default "";',
    `${quotedRegex(`~^${escapeRegex(basePath)}/*(?<${path}>[^?#<>"]*)${TWIN_ENDING}(?:[?].*)?$`)} ${link};`,
  ]);
}

function weightMap(variable: string, ranges: readonly WeightedRange[]): readonly string[] {
  const lines = ranges.map(
    ({ regex, whole, hasFraction }) => `${quotedRegex(`~*${regex}`)} "${whole}${hasFraction ? '$1' : ''}";`,
  );
  return block(`map $http_accept $${variable}`, ['default "";', ...lines]);
}

/** Clients that get Markdown without asking, and those that prefer an index to an error. */
function agentMaps({ pages, notFound }: HeadersManifest, names: NginxNames): readonly string[] {
  const userAgents = pages.negotiation?.userAgents ?? [];
  const { soft } = notFound;
  const agents = [...new Set([...userAgents, ...(soft?.userAgents ?? [])])].map(escapeRegex);
  const isAgent = agents.length === 0 ? [] : [`"~*(?:${agents.join('|')})" 1;`];
  const given = userAgents.length === 0 ? [] : ['"~^:1:(?:$|0*[1-9])" 1;'];
  return [
    ...block(`map $http_user_agent $${names.of('agent')}`, ['default "";', ...isAgent]),
    '# By name, or because the agent does not refuse it.',
    ...block(
      `map "${names.value('named')}:${names.value('agent')}:${names.value('markdown_weight')}" $${names.of('markdown')}`,
      ['default "";', '"~^1:" 1;', ...given],
    ),
    ...block(`map "${names.value('named')}${names.value('agent')}" $${names.of('soft')}`, [
      'default "";',
      '11 1;',
    ]),
  ];
}
