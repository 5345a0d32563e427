import { compareText } from '../../core/compare.js';
import { type JsonObject, listOf, objectOf, textOf } from '../../core/json.js';
import { isParsableUrl } from '../../core/parsable-url.js';
import { printable } from '../../core/text.js';
import { twinPath } from '../../documents/addresses.js';
import type { DocumentRow } from '../../documents/document-row.js';
import { documentTable } from '../../documents/table.js';
import type { Document, DocumentSource } from './document.js';
import { Folder, rowFinder } from './folder.js';
import { type Deployment, readPrefixOf } from './resolve-url.js';
import {
  type BuildRecord,
  DISCOVERY_FILE,
  type Finding,
  type KnownSettings,
  MOST_PER_RULE,
  type RawFinding,
  type Rule,
  type StoredNotice,
  type Subject,
  UNKNOWN_SITE,
  type ValidateReport,
} from './rule.js';
import { rules as allRules } from './rules/table.js';

interface ValidateOptions {
  /** Warnings count as errors. */
  readonly strict: boolean;
  /** By default all. */
  readonly rules?: readonly Rule[];
}

/**
 * Checks an output folder by every rule. Documents are read one after the other; nothing is written.
 * @throws errors of the file system
 */
export async function validateFolder(
  subject: Subject,
  { strict, rules = allRules }: ValidateOptions,
): Promise<ValidateReport> {
  const collector = new Collector(rules);
  for (const rule of rules) {
    for (const found of (await rule.check?.(subject)) ?? []) collector.add(rule, found, subject);
  }
  let documents = 0;
  for (const document of subject.folder.documents()) {
    documents += 1;
    for (const rule of rules) {
      for (const found of rule.checkDocument?.(document, subject) ?? [])
        collector.add(rule, found, subject, document);
    }
  }
  collector.settle(subject);
  const { errors, warnings, omitted } = collector;
  return {
    ok: errors === 0 && (!strict || warnings === 0),
    out: subject.folder.root,
    baseUrl: subject.deployment.baseUrl,
    documents,
    errors,
    warnings,
    findings: collector.list(),
    omitted,
    rules: collector.results(),
  };
}

/** Counts all findings and keeps the first of each rule. */
class Collector {
  errors = 0;
  warnings = 0;
  omitted = 0;
  readonly #counts = new Map<string, number>();
  readonly #findings: Finding[] = [];
  readonly #waiting: { readonly rule: Rule; readonly found: RawFinding }[] = [];
  /** Files with an error. */
  readonly #faulty = new Set<string>();

  constructor(private readonly rules: readonly Rule[]) {}

  /** Adds the findings of fallback rules for files without an error. */
  settle(subject: Subject): void {
    for (const { rule, found } of this.#waiting) {
      if (!this.#faulty.has(found.file)) this.#take(rule, found, subject);
    }
  }

  add(rule: Rule, found: RawFinding, subject: Subject, current?: Document): void {
    if (rule.isFallback === true && found.file !== '') this.#waiting.push({ rule, found });
    else this.#take(rule, found, subject, current);
  }

  #take(rule: Rule, found: RawFinding, { folder }: Subject, current?: Document): void {
    const count = (this.#counts.get(rule.id) ?? 0) + 1;
    this.#counts.set(rule.id, count);
    const document = current?.file === found.file ? current : folder.document(found.file);
    // The site's own files are up to the owner: worth a warning, no reason to stop a deployment.
    const level = document?.source === 'file' ? 'warning' : (found.level ?? rule.level);
    if (level === 'error') {
      this.errors += 1;
      this.#faulty.add(found.file);
    } else this.warnings += 1;
    if (count > MOST_PER_RULE) {
      this.omitted += 1;
      return;
    }
    const { pointer, line } = found;
    const shown = line ?? (pointer === undefined ? undefined : document?.lineOf(pointer));
    this.#findings.push({
      ...found,
      rule: rule.id,
      level,
      ...(shown === undefined ? {} : { line: shown }),
      message: printable(found.message),
    });
  }

  list(): readonly Finding[] {
    return this.#findings.sort(
      (a, b) =>
        compareText(a.file, b.file) ||
        (a.line ?? 0) - (b.line ?? 0) ||
        compareText(a.rule, b.rule) ||
        compareText(a.pointer ?? '', b.pointer ?? '') ||
        compareText(a.message, b.message),
    );
  }

  results(): ValidateReport['rules'] {
    return this.rules.map(({ id, covers = [], level, title }) => {
      return { id, covers, level, title, findings: this.#counts.get(id) ?? 0 };
    });
  }
}

/** The outside facts about an output folder. */
export interface SubjectOptions {
  /** The folder, absolute. */
  readonly out: string;
  /** Unix seconds. */
  readonly now: number;
  readonly record: BuildRecord | undefined;
  /** Address of the site where the manifest has none. */
  readonly baseUrl?: string | undefined;
  /** Undefined: it is read from the catalog of APIs. */
  readonly restPrefix?: string | undefined;
  /** Undefined: some, if there is any HTML file. */
  readonly pages?: Deployment['pages'] | undefined;
  /** The parsed `deploy/headers.json`. */
  readonly headers?: unknown;
  deployFile?(name: string): Uint8Array | undefined;
  readonly settings?: KnownSettings | undefined;
  readonly notices?: readonly StoredNotice[] | undefined;
  /** Addresses that the configuration assigns to another program, with everything below them. */
  readonly foreign?: readonly string[] | undefined;
  readonly realWellKnown?: readonly string[] | undefined;
  /** True for a path of a file that the site itself brings along. */
  siteHas?(path: string): boolean;
  readonly table?: readonly DocumentRow[];
}

/** Opens everything that the rules look at. Facts that the options leave out are read from the documents themselves. */
export function openSubject(options: SubjectOptions): Subject {
  const { out, record, siteHas = () => false } = options;
  const table = withoutYielded(options.table ?? documentTable, record);
  const written = record === undefined ? undefined : new Set(record.files);
  const guess = new Folder({
    root: out,
    rowOf: rowFinder(table, { restPrefix: 'api', readPrefix: 'api' }),
    written,
    sourceOf: () => 'generated',
  });
  const discovery = objectOf(guess.value(DISCOVERY_FILE));
  const baseUrl = record?.baseUrl ?? options.baseUrl ?? baseOf(discovery);
  const found = readPrefixOf(guess.value('.well-known/api-catalog'), baseUrl);
  const restPrefix = options.restPrefix ?? found ?? 'api';
  const readPrefix = found ?? restPrefix;
  const rowOf = rowFinder(table, { restPrefix, readPrefix });
  const sourceOf = sourceFinder(discovery, table, siteHas);
  const folder = new Folder({ root: out, rowOf, written, sourceOf });
  const headers = options.headers === undefined ? undefined : objectOf(options.headers);
  const deployment: Deployment = {
    baseUrl,
    restPrefix,
    readPrefix,
    sidecar: record?.sidecar ?? false,
    pages: options.pages ?? (hasPages(folder) ? 'some' : 'none'),
    redirects: redirectsOf(headers, discovery),
    declared: declaredIn(discovery, objectOf(folder.value('.well-known/mcp.json'))),
    foreign: [...(options.foreign ?? []), ...(record?.foreign ?? [])],
    siteHas,
  };
  const { now, settings, notices = [], realWellKnown, deployFile = () => undefined } = options;
  return {
    folder,
    deployment,
    table,
    rowOf,
    now,
    discovery,
    record,
    headers,
    deployFile,
    settings,
    notices,
    realWellKnown,
  };
}

/** Without documents whose place is taken by the twin of a page. */
function withoutYielded(
  table: readonly DocumentRow[],
  record: BuildRecord | undefined,
): readonly DocumentRow[] {
  const yielding = new Map(table.filter((row) => row.yields).map((row) => [row.path, row]));
  const taken = new Set([...(record?.entries ?? [])].map((entry) => yielding.get(twinPath(entry))));
  return table.filter((row) => !taken.has(row));
}

/** The address of the site in its own index. */
function baseOf(discovery: JsonObject): string {
  const url = textOf(objectOf(discovery['site'])['url']);
  return isParsableUrl(url) ? url.replace(/\/+$/, '') : UNKNOWN_SITE;
}

/** Without the manifest of headers any provider may be a redirect. */
function redirectsOf(headers: JsonObject | undefined, discovery: JsonObject): ReadonlySet<string> {
  if (headers !== undefined) {
    return new Set(listOf(headers['redirects']).map((one) => textOf(objectOf(one)['from'])));
  }
  const managed = listOf(discovery['well_known'])
    .map(objectOf)
    .filter(({ source }) => source === 'managed');
  return new Set(managed.map(({ name }) => `/.well-known/${textOf(name)}`));
}

function sourceFinder(
  discovery: JsonObject,
  table: readonly DocumentRow[],
  siteHas: (path: string) => boolean,
): (file: string) => DocumentSource {
  const listed = new Map<string, unknown>(
    listOf(discovery['well_known']).map((item) => {
      const { name, source } = objectOf(item);
      return [`.well-known/${textOf(name)}`, source] as const;
    }),
  );
  // Further addresses of a file of the site have a copy of it.
  for (const { path, aliases = [] } of table) {
    if (listed.get(path.slice(1)) === 'file') for (const one of aliases) listed.set(one.slice(1), 'file');
  }
  return (file) => {
    const source = listed.get(file) ?? listed.get(file.replace(/\/index\.json$/, ''));
    if (source === 'file' || source === 'managed') return source;
    // robots.txt is extended, so the result is ours.
    return file !== 'robots.txt' && siteHas(`/${file}`) ? 'file' : 'generated';
  };
}

function hasPages(folder: Folder): boolean {
  for (const file of folder.files()) if (/\.html?$/i.test(file)) return true;
  return false;
}

/** Endpoints of resources and MCP servers that are not ours: they answer elsewhere. */
function declaredIn(discovery: JsonObject, mcp: JsonObject): ReadonlySet<string> {
  const resources = listOf(discovery['resources'])
    .map(objectOf)
    .filter(({ provider, type }) => objectOf(provider)['plugin'] !== 'svc' || type === 'x-rest-api');
  const servers = listOf(mcp['servers'])
    .map(objectOf)
    .filter(({ id }) => id !== 'svc');
  const urls = [...resources.flatMap(addressesOf), ...servers.map(({ endpoint }) => endpoint)];
  return new Set(urls.filter((url) => typeof url === 'string' && url !== '') as string[]);
}

function addressesOf({ endpoints, schemas, agent, docs, auth }: JsonObject): readonly unknown[] {
  const { docs: authDocs, oidc } = objectOf(auth);
  const urls = listOf(endpoints).map((endpoint) => objectOf(endpoint)['url']);
  return [...urls, ...listOf(schemas), objectOf(agent)['endpoint'], docs, authDocs, oidc];
}
