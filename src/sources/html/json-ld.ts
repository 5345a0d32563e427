import { valueRestricts } from '../../content/privacy/privacy.js';
import { isObject, parseJson } from '../../core/json.js';
import { isName } from './title.js';

/** A node of a page's JSON-LD. */
type LinkedNode = Readonly<Record<string, unknown>>;

/** Types of nodes that are about one text. */
const ARTICLES = /(?:Article|BlogPosting|Posting|Report|Recipe|Review|HowTo)$/;
/** Types of nodes that may be the text of a page. What others say is about a place, an event or a product. */
const TEXTS =
  /(?:Article|Posting|Report|Recipe|Review|HowTo|Page|CreativeWork|Element|Episode|Chapter|Question|Answer|Guide|Document|Manuscript|Poem|LearningResource|Letter|Blog)$/;
const LISTS = /^(?:CollectionPage|SearchResultsPage|ItemList|Blog)$/;

/** The JSON-LD of a page. */
export interface LinkedData {
  /** The node about the page's own text; undefined when there is none or several. */
  readonly article: LinkedNode | undefined;
  /** The node about the page itself. */
  readonly page: LinkedNode | undefined;
  /** True where the page's type is a list of others. */
  readonly isList: boolean;
  /** True where a reader has to pay or to sign in. */
  readonly isProtected: boolean;
  /** The only parts for which a reader has to do so, as selectors of a class or an id. */
  readonly closedParts: readonly string[];
  readonly siteName: string;
  /** Follows a reference (`{"@id": …}`) to its node. */
  resolve(value: unknown): unknown;
}

/**
 * Reads the JSON-LD of a page. Invalid scripts are skipped, as by search engines.
 * @see https://www.w3.org/TR/json-ld11/
 */
export function readLinkedData(scripts: readonly string[]): LinkedData {
  const nodes = scripts.flatMap((script) => nodesOf(parse(script)));
  const byId = new Map<string, LinkedNode>();
  for (const node of nodes) {
    const id = node['@id'];
    if (typeof id === 'string' && Object.keys(node).length > 1) byId.set(id, node);
  }
  const resolve = (value: unknown): unknown => {
    const node = asNode(value);
    const id = node?.['@id'];
    return typeof id === 'string' && Object.keys(node ?? {}).length === 1 ? (byId.get(id) ?? value) : value;
  };
  const all = nodes.flatMap((node) => [node, ...mainEntities(node, resolve)]);
  const articles = [...new Set(all.filter((node) => typesOf(node).some((type) => ARTICLES.test(type))))];
  const site = nodes.find((node) => typesOf(node).includes('WebSite'));
  return {
    article: articles.length === 1 ? articles[0] : undefined,
    page: nodes.find((node) => typesOf(node).some((type) => /(?:^|[a-z])Page$/.test(type))),
    isList: nodes.some((node) => typesOf(node).some((type) => LISTS.test(type))) && articles.length !== 1,
    isProtected:
      all.some((node) => isClosed(node) && closedPartsOf(node) === undefined) ||
      scripts.some(isBrokenAndClosed),
    closedParts: all.filter(isClosed).flatMap((node) => closedPartsOf(node) ?? []),
    // jekyll-seo-tag may write the owner as its name.
    siteName:
      [site?.['headline'], site?.['name']].find(
        (name): name is string => typeof name === 'string' && isName(name),
      ) ?? '',
    resolve,
  };
}

/** The types of a node, without the address of the vocabulary. */
export function typesOf(node: LinkedNode): readonly string[] {
  return [node['@type']]
    .flat()
    .flatMap((type) => (typeof type === 'string' ? type.replace(/^.*[/#:]/, '') : []));
}

/** A value as texts: one, or a list of them. */
export function linkedTexts(value: unknown): readonly string[] {
  return [value]
    .flat()
    .flatMap((item) => (typeof item === 'string' && item.trim() !== '' ? item.trim() : []));
}

/** A value as a node. */
export function asNode(value: unknown): LinkedNode | undefined {
  return isObject(value) ? value : undefined;
}

function parse(script: string): unknown {
  // Generators wrap such scripts in comments for very old browsers.
  const text = script.replace(
    /^\s*(?:<!--|\/\/<!\[CDATA\[|\/\*<!\[CDATA\[\*\/)|(?:-->|\/\/\]\]>|\/\*\]\]>\*\/)\s*$/g,
    '',
  );
  return parseJson(text);
}

function nodesOf(value: unknown): readonly LinkedNode[] {
  return asNodes(value).flatMap((node) => [node, ...asNodes(node['@graph'])]);
}

function mainEntities(node: LinkedNode, resolve: LinkedData['resolve']): readonly LinkedNode[] {
  const resolved = asNodes(node['mainEntity']).map((one) => asNode(resolve(one)));
  return resolved.filter((one) => one !== undefined);
}

function asNodes(value: unknown): readonly LinkedNode[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map(asNode).filter((node) => node !== undefined);
}

/** Returns true if a node or part of it is restricted. */
function isClosed(node: LinkedNode): boolean {
  const types = typesOf(node);
  if (types.length > 0 && !types.some((type) => TEXTS.test(type))) return false;
  const parts = [node, ...asNodes(node['hasPart'])];
  return parts.some((part) => isFalse(part['isAccessibleForFree'])) || isClosedAsWhole(node);
}

function isClosedAsWhole(node: LinkedNode): boolean {
  return (
    linkedTexts(node['conditionsOfAccess']).some(valueRestricts) ||
    linkedTexts(node['creativeWorkStatus']).some((text) => /(?:^|\/)(?:draft|private)$/i.test(text))
  );
}

/**
 * The selectors of the restricted parts; undefined if the whole node may be restricted.
 * @see https://developers.google.com/search/docs/appearance/structured-data/paywalled-content
 */
function closedPartsOf(node: LinkedNode): readonly string[] | undefined {
  const parts = asNodes(node['hasPart']).filter((part) => isFalse(part['isAccessibleForFree']));
  if (parts.length === 0 || isClosedAsWhole(node) || parts.some(isClosedAsWhole)) return undefined;
  const written = parts.map((part) =>
    linkedTexts(part['cssSelector']).flatMap((text) => text.trim().split(/\s*,\s*/)),
  );
  const isClear = written.every((one) => one.length > 0 && one.every((text) => /^[.#][\w-]+$/.test(text)));
  return isClear ? written.flat() : undefined;
}

function isFalse(value: unknown): boolean {
  return (
    value === false ||
    value === 0 ||
    (typeof value === 'string' && /^(?:false|no|0|https?:\/\/schema\.org\/False)$/i.test(value.trim()))
  );
}

/** Restrictions in an invalid script count too, because the author intended them. */
function isBrokenAndClosed(script: string): boolean {
  return parse(script) === undefined && /"isAccessibleForFree"\s*:\s*"?(?:false|no|0)\b/i.test(script);
}
