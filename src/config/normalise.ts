import { isAbsolute, relative, resolve, sep } from 'node:path';
import { SvcError } from '../core/errors.js';
import { onSite } from '../core/paths.js';
import type {
  Config,
  McpServerConfig,
  PurgeConfig,
  RawConfig,
  RawSource,
  RestApi,
  SiteConfig,
  SourceConfig,
  StructuredDataConfig,
} from './config.js';
import type { Overrides } from './env.js';
import { fileOrigin, invalidValue, type Origin, resolvePath, type WithOrigin } from './origin.js';
import { isWithin } from './out-safety.js';
import type { KeyPath, ParsedText } from './parse.js';
import type { RawSourceObject } from './raw-config.js';
import {
  absoluteAddress,
  addressOrPath,
  baseAddress,
  converterOf,
  hostAndPort,
  identitySettings,
  languageTag,
  nameServer,
  network,
  privacyName,
  restPrefix,
  searchAddress,
  timeZone,
} from './values.js';

/** A configuration file that its schema has accepted. */
interface ConfigFile {
  readonly raw: RawConfig;
  /** Name for messages. */
  readonly name: string;
  readonly folder: string;
  readonly locate: ParsedText['locate'];
}

/** Returns a value of the file together with its position. */
type At = <T>(value: T, ...path: KeyPath) => WithOrigin<T>;

/**
 * Fills in defaults, makes paths absolute and checks what a schema can't.
 * @throws SvcError `SVC_CONFIG_INVALID` or `SVC_USAGE` that names field, expected and found
 */
export function normaliseConfig(file: ConfigFile, overrides: Overrides): Config {
  const { raw } = file;
  const at: At = (value, ...path) => ({ value, origin: originOf(file, path) });
  const url = overrides.url ?? (raw.site?.url === undefined ? undefined : at(raw.site.url, 'site', 'url'));
  const siteUrl = url && baseAddress(url);
  const address = (value: string | undefined, ...path: KeyPath) =>
    value === undefined ? undefined : onSite(addressOrPath(at(value, ...path)), siteUrl);
  const siteDir = pathOf(overrides.siteDir ?? optional(at, raw.siteDir, 'siteDir'));
  const privacyNames = (key: 'allow' | 'deny') =>
    unique((raw.privacy?.[key] ?? []).map((name, i) => privacyName(at(name, 'privacy', key, i))));
  const inPlace = overrides.inPlace ?? raw.inPlace ?? false;
  if (inPlace && siteDir === undefined) {
    const fix = 'Name it with --site, SVC_SITE or "siteDir" in the configuration.';
    throw new SvcError('SVC_USAGE', 'inPlace needs the folder of the built site', { fix });
  }
  return {
    site: siteOf(raw.site ?? {}, siteUrl, at),
    identity:
      raw.identity === undefined
        ? {}
        : identitySettings(at(raw.identity, 'identity'), (key) => originOf(file, ['identity', key])),
    languages: unique((raw.languages ?? []).map((tag, i) => languageTag(at(tag, 'languages', i)))),
    source: sourcesOf(raw, overrides, siteDir, at),
    sourceOnly: overrides.sourceOnly ?? raw.sourceOnly ?? false,
    siteDir,
    publicDir: pathOf(optional(at, raw.publicDir, 'publicDir')),
    out: outOf(overrides.out ?? optional(at, raw.out, 'out'), inPlace ? siteDir : undefined, file.folder),
    html: htmlOf(raw.html, siteDir, at),
    inPlace,
    converter: converterOf(raw, overrides.converter, { at, folder: file.folder }),
    restPrefix: restPrefix(at(raw.restPrefix ?? 'api', 'restPrefix')),
    restApi: restApiOf(raw.restApi ?? 'static', at),
    sidecar:
      typeof raw.sidecar === 'string' ? baseAddress(at(raw.sidecar, 'sidecar')) : (raw.sidecar ?? false),
    sidecarAddress: hostAndPort(at(raw.sidecarAddress ?? '127.0.0.1:8787', 'sidecarAddress')),
    hosts: overrides.hosts ?? unique(raw.hosts ?? []),
    hostReload: raw.hostReload ?? [],
    sitemap: { url: address(raw.sitemap?.url, 'sitemap', 'url') },
    feed: { url: address(raw.feed?.url, 'feed', 'url') },
    seo: seoOf(raw.seo?.owner ?? false),
    structuredData: structuredDataOf(raw.structuredData ?? {}, siteUrl, at),
    resources: raw.resources ?? [],
    mcpServers: mcpServersOf(raw, at),
    plugins: (raw.plugins ?? []).map((name) =>
      /^\.{1,2}[\\/]/.test(name) ? resolve(file.folder, name) : name,
    ),
    pluginTimeout: Math.min(raw.pluginTimeout ?? 10, 600),
    profile: raw.profile ?? 'default',
    purge: raw.purge && purgeOf(raw.purge, at),
    content: { git: gitOf(raw.content?.git ?? {}), revisions: revisionsOf(raw.content?.revisions ?? {}) },
    ai: raw.ai && {
      provider: raw.ai.provider,
      model: raw.ai.model,
      baseUrl: raw.ai.baseUrl === undefined ? undefined : baseAddress(at(raw.ai.baseUrl, 'ai', 'baseUrl')),
      keyEnv: raw.ai.keyEnv,
    },
    engines: enginesOf(raw.engines ?? {}, at),
    database: databaseOf(
      overrides.database ?? (raw.database === undefined ? undefined : at(raw.database, 'database')),
    ),
    trustedProxies: (raw.trustedProxies ?? []).map((name, i) => network(at(name, 'trustedProxies', i))),
    connectionsPerClient: raw.connectionsPerClient ?? 200,
    dnsServers: (raw.dnsServers ?? []).map((name, i) => nameServer(at(name, 'dnsServers', i))),
    allowNetworks: (raw.allowNetworks ?? []).map((name, i) => network(at(name, 'allowNetworks', i))),
    privacy: { allow: privacyNames('allow'), deny: privacyNames('deny') },
  };
}

function originOf(file: ConfigFile, path: KeyPath): Origin {
  return fileOrigin(file.name, file.folder, path, file.locate);
}

function optional(at: At, value: string | undefined, ...path: KeyPath): WithOrigin<string> | undefined {
  return value === undefined ? undefined : at(value, ...path);
}

/** A site whose pages are changed in place has everything in one folder, unless another is named. */
function outOf(given: WithOrigin<string> | undefined, site: string | undefined, folder: string): string {
  return pathOf(given) ?? site ?? resolve(folder, 'out');
}

function pathOf(given: WithOrigin<string> | undefined): string | undefined {
  return given && resolvePath(given);
}

function unique<T>(items: readonly T[]): readonly T[] {
  return [...new Set(items)];
}

function siteOf(site: NonNullable<RawConfig['site']>, url: string | undefined, at: At): SiteConfig {
  const address = (value: string | undefined, key: string) =>
    value === undefined || value === '' ? undefined : onSite(addressOrPath(at(value, 'site', key)), url);
  return {
    url,
    name: site.name,
    description: site.description,
    lang: site.lang === undefined ? undefined : languageTag(at(site.lang, 'site', 'lang')),
    logo: address(site.logo, 'logo'),
    timezone: site.timezone === undefined ? undefined : timeZone(at(site.timezone, 'site', 'timezone')),
    public: site.public ?? true,
    privacyPolicyUrl: address(site.privacyPolicyUrl, 'privacyPolicyUrl'),
  };
}

/** The call's sources replace those of the file. Without any, the pages of `siteDir` are the content. */
function sourcesOf(
  raw: RawConfig,
  overrides: Overrides,
  siteDir: string | undefined,
  at: At,
): readonly SourceConfig[] {
  const called = overrides.source;
  if (called !== undefined) {
    return called.value.map((path) => source({ path }, sourcePath({ value: path, origin: called.origin })));
  }
  const listed = Array.isArray(raw.source);
  const sources = raw.source === undefined ? [] : ([raw.source].flat() as readonly RawSource[]);
  if (sources.length === 0)
    return siteDir === undefined ? [] : [source({ type: 'html', path: siteDir }, siteDir)];
  return sources.map((one, i) => {
    const written = typeof one === 'string' ? { path: one } : one;
    const path = sourcePath(at(written.path, 'source', ...(listed ? [i] : [])));
    return source(written.type === 'project' ? withBuilt(written, path, siteDir) : written, path);
  });
}

/** The built site of a project is `siteDir`, unless its options say otherwise. */
function withBuilt(project: RawSourceObject, path: string, siteDir: string | undefined): RawSourceObject {
  if (siteDir === undefined || siteDir === path || !isWithin(siteDir, path)) return project;
  return { ...project, options: { built: relative(path, siteDir).split(sep).join('/'), ...project.options } };
}

/** Sources are files and folders. */
function sourcePath(given: WithOrigin<string>): string {
  if (!/^https?:/i.test(given.value)) return resolvePath(given);
  const fix =
    'Download the export, or name the folder of the content. A live site is checked with: svc check --url';
  throw invalidValue(given, 'a file or a folder', `${fix} ${given.value}`);
}

function source(written: Exclude<RawSource, string>, path: string): SourceConfig {
  return { type: written.type ?? 'auto', path, options: written.options ?? {} };
}

function htmlOf(html: RawConfig['html'], siteDir: string | undefined, at: At): Config['html'] {
  if (html === 'augment' && siteDir === undefined) {
    const problem = '"none" or "render" while there is no "siteDir"';
    throw invalidValue(at(html, 'html'), problem, 'Name the built site in "siteDir".');
  }
  return html ?? (siteDir === undefined ? 'none' : 'augment');
}

function restApiOf(written: NonNullable<RawConfig['restApi']>, at: At): RestApi {
  if (typeof written === 'string') return { mode: written };
  const { base, idParam } = written.external;
  return {
    mode: 'external',
    base: baseAddress(at(base, 'restApi', 'external', 'base')),
    idParam: idParam ?? 'id',
  };
}

function seoOf(owner: boolean | string): Config['seo'] {
  return typeof owner === 'string' ? { owner: owner.trim() !== '', name: owner.trim() } : { owner, name: '' };
}

function structuredDataOf(
  { searchUrl, topicUrls = {}, types = {}, speakable }: NonNullable<RawConfig['structuredData']>,
  siteUrl: string | undefined,
  at: At,
): StructuredDataConfig {
  const search = optional(at, searchUrl, 'structuredData', 'searchUrl');
  const topics = Object.entries(topicUrls).map(([topic, written]) => {
    const urls = [written]
      .flat()
      .map((url) => absoluteAddress(at(String(url), 'structuredData', 'topicUrls', topic)));
    return [topic.toLowerCase(), urls] as const;
  });
  return {
    searchUrl: search && onSite(searchAddress(search), siteUrl),
    topicUrls: Object.fromEntries(topics),
    schemaTypes: types as Readonly<Record<string, string>>,
    speakable,
  };
}

function mcpServersOf(raw: RawConfig, at: At): readonly McpServerConfig[] {
  const taken = new Set<string>();
  return (raw.mcpServers ?? []).map((server, i) => {
    const id = at(server.id, 'mcpServers', i, 'id');
    if (taken.has(server.id)) throw invalidValue(id, 'an id that no other server has');
    taken.add(server.id);
    return {
      id: server.id,
      name: server.name ?? server.id,
      description: server.description ?? '',
      version: server.version ?? '',
      endpoint: addressOrPath(at(server.endpoint, 'mcpServers', i, 'endpoint')),
      tools: (server.tools ?? []).map((tool) => ({ name: tool.name, description: tool.description ?? '' })),
    };
  });
}

function purgeOf(written: NonNullable<RawConfig['purge']>, at: At): PurgeConfig {
  const { command, webhook, tokenEnv } = written;
  if (command !== undefined && webhook === undefined && tokenEnv === undefined) return { command };
  if (command === undefined && webhook !== undefined) {
    return { webhook: absoluteAddress(at(webhook, 'purge', 'webhook')), tokenEnv };
  }
  throw invalidValue(at(written, 'purge'), 'either "command" or "webhook" (with "tokenEnv")');
}

function gitOf(git: NonNullable<NonNullable<RawConfig['content']>['git']>): Config['content']['git'] {
  return { commit: git.commit ?? false, push: git.push ?? false, branch: git.branch };
}

function revisionsOf({
  keep = 25,
  days = 90,
}: NonNullable<NonNullable<RawConfig['content']>['revisions']>): Config['content']['revisions'] {
  return { keep, days };
}

/** The address of a database of another kind; `sqlite:` names a file. */
const OTHER_DATABASE = /^(?!sqlite:)[a-z][a-z\d+.-]*:\/\//i;

/** A PostgreSQL address stays as it is; anything else is the path of a file. */
function databaseOf(given: WithOrigin<string> | undefined): string | undefined {
  if (given === undefined || /^postgres(ql)?:/i.test(given.value)) return given?.value;
  if (OTHER_DATABASE.test(given.value)) throw invalidValue(given, 'a postgres:// address or a path');
  const path = given.value.replace(/^sqlite:/i, '');
  return isAbsolute(path) ? path : resolve(given.origin.folder, path);
}

/** Addresses of gateways, without trailing slash. */
function enginesOf(engines: NonNullable<RawConfig['engines']>, at: At): Config['engines'] {
  const addresses = Object.entries(engines).flatMap(([id, { baseUrl }]) =>
    baseUrl === undefined ? [] : [[id, baseAddress(at(baseUrl, 'engines', id, 'baseUrl'))] as const],
  );
  return Object.fromEntries(addresses);
}
