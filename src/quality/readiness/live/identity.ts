import { htmlTokens } from '../../../content/html/tokens.js';
import { type JsonObject, objectOf, parseJson } from '../../../core/json.js';
import type { LiveSiteParts } from './live-rows.js';

/** The identity behind a live site, from its own documents. */
export type LiveIdentity = ReturnType<typeof identityOf>;

const ENTITIES = /^(?:Person|Organization|LocalBusiness|Store|Corporation|NGO|NewsMediaOrganization)$/;

/** The discovery document is the best source; where it has no value, the structured data of the home page is used. */
export function identityOf(site: LiveSiteParts, nodes: readonly JsonObject[]) {
  const discovery = jsonOf(site.discovery.text);
  const own = objectOf(discovery['identity']);
  const { logo } = objectOf(discovery['site']);
  const entity =
    nodes.find((node) => [node['@type']].flat().some((type) => ENTITIES.test(String(type)))) ?? {};
  const type = textOf(own['type']) || String([entity['@type']].flat()[0] ?? '');
  return {
    isPerson: /^person$/i.test(type),
    about: textOf(own['about']) || textOf(entity['description']),
    role: textOf(own['role']) || textOf(entity['jobTitle']),
    expertise: textsOf(entity['knowsAbout']),
    sameAs: [...textsOf(own['same_as']), ...textsOf(entity['sameAs'])],
    image: addressOf(entity['image']) || addressOf(entity['logo']) || textOf(logo),
  };
}

/** Every node of the structured data of a page. */
export function jsonLdNodes(page: string): readonly JsonObject[] {
  const nodes: JsonObject[] = [];
  for (const { name, attributes, raw } of htmlTokens(page, 0)) {
    if (name !== 'script' || !raw || !/^application\/ld\+json/i.test(attributes?.get('type')?.trim() ?? ''))
      continue;
    nodes.push(...flatten(parseJson(page.slice(raw.start, raw.end)), 0));
  }
  return nodes;
}

/** A JSON object; empty for anything else. */
export function jsonOf(text: string): JsonObject {
  return objectOf(parseJson(text));
}

const MAX_DEPTH = 5;

function flatten(value: unknown, depth: number): readonly JsonObject[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((one) => flatten(one, depth + 1));
  const node = objectOf(value);
  return [
    ...('@type' in node ? [node] : []),
    ...('@graph' in node ? flatten(node['@graph'], depth + 1) : []),
  ];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function textsOf(value: unknown): readonly string[] {
  return [value]
    .flat()
    .map(textOf)
    .filter((text) => text !== '');
}

/** An image is an address, or an object that has one. */
function addressOf(value: unknown): string {
  const [first] = [value].flat();
  return textOf(first) || textOf(objectOf(first)['url']);
}
