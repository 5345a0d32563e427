/** Collects the addresses that the documents of a site name. */

import { attempt } from '../../core/attempt.js';
import { type JsonObject, listOf, objectOf, textOf } from '../../core/json.js';
import { isHttpUrl } from '../../core/parsable-url.js';
import type { DocumentRow } from '../../documents/document-row.js';
import { type Headers, headersOf, profileHeaders } from '../../documents/headers.js';
import { sitemap } from '../../documents/sitemap.js';
import type { RowFinder } from '../validate/folder.js';
import { pathBelow } from '../validate/resolve-url.js';

/** An address in the documents of a site. */
export interface Advertised {
  readonly url: string;
  /** Its origin: file and JSON pointer. */
  readonly from: string;
  /** `document`: has to answer `GET` with 200; `endpoint`: has to exist, whatever it answers to anonymous clients. */
  readonly kind: 'document' | 'endpoint';
  /** The document at the address; undefined for foreign ones. */
  readonly row: DocumentRow | undefined;
  /** The headers that the answer must have; undefined where that is not ours to say. */
  readonly headers: Headers | undefined;
  /** Decoded path below the base, without leading slash; undefined for another site. */
  readonly file: string | undefined;
  /** A provider's document below `/.well-known/`, which may redirect. */
  readonly isManaged: boolean;
  /** An endpoint without `GET`. */
  readonly takesNoGet: boolean;
  /** Listed even where nothing exists (spec: `documents.sitemap` and `documents.feed`). */
  readonly mayBeAbsent: boolean;
}

/** The facts for mapping addresses to documents. */
export interface Site {
  /** Without trailing slash. */
  readonly base: string;
  readonly rowOf: RowFinder;
}

/** Headers depend on one setting only, which makes them stricter. */
const SETTINGS = { bypass_shared_cache: false };

/** Collects addresses, each once. */
export class Advertisements {
  readonly #found = new Map<string, Advertised>();

  constructor(private readonly site: Site) {}

  add(url: unknown, from: string, more: Partial<Advertised> = {}): void {
    if (typeof url !== 'string' || !isHttpUrl(url)) return;
    const plain = url.split('#', 1)[0] ?? url;
    // Braces are a template (RFC 6570), not an address.
    if (this.#found.has(plain) || /[{}]/.test(plain)) return;
    this.#found.set(plain, { ...describe(plain, from, this.site), ...more });
  }

  has(url: string): boolean {
    return this.#found.has(url);
  }

  list(): readonly Advertised[] {
    return [...this.#found.values()];
  }
}

/** An address with its document. */
export function describe(url: string, from: string, { base, rowOf }: Site): Advertised {
  const file = fileOf(url, base);
  const row = file === undefined ? undefined : rowOf(file)?.row;
  const common = { url, from, kind: 'document', file, isManaged: false, takesNoGet: false } as const;
  const headers = row === undefined ? undefined : headersOf(row, SETTINGS);
  return { ...common, row, headers, mayBeAbsent: false };
}

function fileOf(url: string, base: string): string | undefined {
  const path = pathBelow(url, base)?.split(/[?#]/, 1)[0];
  if (path === undefined) return undefined;
  return attempt(() => decodeURIComponent(path.slice(1)));
}

/** Adds the addresses in `discovery.json`, itself and `robots.txt` first. */
export function addFromDiscovery(list: Advertisements, discovery: JsonObject, { base }: Site): void {
  const at = (pointer: string) => `discovery.json ${pointer}`;
  list.add(`${base}/.well-known/discovery.json`, 'where every site has it');
  list.add(`${base}/robots.txt`, 'where every site has it');
  addWellKnown(list, discovery);
  for (const [name, url] of Object.entries(objectOf(discovery['documents']))) {
    // The service advertises its own sitemap at one address: any other is a file of the site.
    const isOwn = name === 'sitemap' && url !== `${base}${sitemap.path}`;
    const own = isOwn ? { row: undefined, headers: undefined } : {};
    list.add(url, at(`/documents/${name}`), { mayBeAbsent: name === 'sitemap' || name === 'feed', ...own });
  }
  list.add(discovery['$schema'], at('/$schema'));
  const trust = objectOf(discovery['trust']);
  list.add(trust['jwks_uri'], at('/trust/jwks_uri'));
  list.add(trust['security_txt'], at('/trust/security_txt'));
  for (const [index, item] of listOf(discovery['agents']).entries()) {
    list.add(objectOf(item)['card'], at(`/agents/${index}/card`));
    list.add(objectOf(item)['endpoint'], at(`/agents/${index}/endpoint`), { kind: 'endpoint' });
  }
  addEndpoints(list, discovery);
}

/** Files of the site and providers have the headers of a generated document, but types of their own. */
function addWellKnown(list: Advertisements, discovery: JsonObject): void {
  for (const [index, item] of listOf(discovery['well_known']).entries()) {
    const { url, name, source } = objectOf(item);
    const isManaged = source === 'managed';
    const type = textOf(name).endsWith('.json') ? 'application/json' : 'text/plain';
    const own = source === 'file' ? { headers: profileHeaders('wellKnown', type, SETTINGS) } : {};
    const managed = isManaged ? { headers: undefined } : {};
    list.add(url, `discovery.json /well_known/${index}`, { isManaged, ...own, ...managed });
  }
}

/** The endpoints of resources have methods; `apis` repeats some of them. */
function addEndpoints(list: Advertisements, discovery: JsonObject): void {
  for (const [at, resource] of listOf(discovery['resources']).entries()) {
    for (const [index, item] of listOf(objectOf(resource)['endpoints']).entries()) {
      const { url, methods } = objectOf(item);
      const takesNoGet = listOf(methods).length > 0 && !listOf(methods).includes('GET');
      addEndpoint(list, url, `discovery.json /resources/${at}/endpoints/${index}/url`, takesNoGet);
    }
  }
  for (const [index, item] of listOf(discovery['apis']).entries()) {
    const { base, schema } = objectOf(item);
    addEndpoint(list, base, `discovery.json /apis/${index}/base`);
    list.add(schema, `discovery.json /apis/${index}/schema`);
  }
}

function addEndpoint(list: Advertisements, url: unknown, from: string, takesNoGet = false): void {
  list.add(url, from, { kind: 'endpoint', takesNoGet });
}

/** The addresses in further documents, by their file. */
const READERS: Readonly<Record<string, (list: Advertisements, value: JsonObject, from: string) => void>> = {
  '.well-known/api-catalog': (list, { linkset }, from) => {
    for (const context of listOf(linkset).map(objectOf)) {
      for (const item of listOf(context['item']).map(objectOf)) addEndpoint(list, item['href'], from);
      for (const rel of ['service-desc', 'service-doc', 'service-meta']) {
        for (const target of listOf(context[rel]).map(objectOf)) list.add(target['href'], from);
      }
    }
  },
  '.well-known/mcp.json': (list, value, from) => {
    addEndpoint(list, value['endpoint'], from, true);
    list.add(value['auth_metadata'], from);
    for (const server of listOf(value['servers']).map(objectOf)) {
      addEndpoint(list, server['endpoint'], from, true);
      list.add(server['card'], from);
    }
  },
  '.well-known/agent-skills/index.json': (list, { skills }, from) => {
    for (const skill of listOf(skills).map(objectOf)) list.add(skill['url'], from);
  },
  '.well-known/oauth-authorization-server/svc/mcp': (list, value, from) => {
    for (const name of ['authorization', 'token', 'registration', 'revocation']) {
      addEndpoint(list, value[`${name}_endpoint`], from, true);
    }
  },
  '.well-known/ard.json': (list, { entries }, from) => {
    for (const entry of listOf(entries).map(objectOf)) list.add(entry['url'], from);
  },
};

/** Files that `addFromDocument` can read. */
export const NAMING_FILES: readonly string[] = Object.keys(READERS);

/** Adds the addresses in a document that `discovery.json` names. */
export function addFromDocument(list: Advertisements, file: string, value: unknown): void {
  READERS[file]?.(list, objectOf(value), file.replace('.well-known/', ''));
}
