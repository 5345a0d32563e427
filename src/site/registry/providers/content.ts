import { cleanKey, hyphenated } from '../normalise/text.js';
import type { Endpoint } from '../resource.js';
import { type BuiltIn, openEndpoint, type ProviderInput } from './provider.js';

const TAXONOMIES: Readonly<Record<string, string>> = {
  category: 'categories',
  tag: 'tags',
  post_tag: 'tags',
};

/** The site's own content: how it can be read, and where. */
export function content(input: ProviderInput): BuiltIn {
  return {
    adapter: { id: 'static-content', title: 'Content of the site', available: true },
    resources: [
      {
        id: 'platform-core',
        title: 'Site content',
        type: 'content',
        description: 'Published content of this site, readable without sign-in.',
        capabilities: capabilitiesOf(input),
        endpoints: endpointsOf(input),
        schemas: schemasOf(input),
      },
    ],
  };
}

function capabilitiesOf({ types, taxonomies }: ProviderInput): readonly string[] {
  const names = [
    ...types.map((type) => type.collection),
    ...taxonomies.map((taxonomy) => TAXONOMIES[taxonomy] ?? taxonomy),
  ];
  return names
    .map(cleanKey)
    .filter((name) => name !== '')
    .map((name) => `content.${name}.read`);
}

/** The read API, or the documents that list the content where there is none. */
function endpointsOf(input: ProviderInput): readonly Partial<Endpoint>[] {
  const { rest, llms, sitemap } = input.addresses;
  if (rest !== undefined && namesRest(input))
    return [openEndpoint(rest, 'Read API: published content as JSON.')];
  return [
    ...(llms === undefined ? [] : [openEndpoint(llms, 'Index of the pages, with links to their Markdown.')]),
    ...(sitemap === undefined ? [] : [openEndpoint(sitemap, 'XML sitemap of the pages.')]),
  ];
}

/** The description of the read API, where it is named. */
function schemasOf(input: ProviderInput): readonly string[] {
  const { openapi } = input.addresses;
  return openapi !== undefined && namesRest(input) ? [openapi] : [];
}

function namesRest({ addresses: { rest }, discoverRest }: ProviderInput): boolean {
  return rest !== undefined && discoverRest;
}

/** The feeds of the site: the change feed, and the feed for feed readers. */
export function feeds({ addresses: { changes, feed } }: ProviderInput): BuiltIn {
  const available = changes !== undefined || feed !== undefined;
  const endpoints = [
    ...(changes === undefined ? [] : [openEndpoint(changes, 'Change feed: new, changed and removed pages.')]),
    ...(feed === undefined ? [] : [openEndpoint(feed, 'Feed of the newest posts.')]),
  ];
  const resource = {
    id: 'content-feeds',
    title: 'News of the site',
    type: 'content',
    description: "What has changed, so that readers don't have to read everything again.",
    capabilities: [
      ...(changes === undefined ? [] : ['content.changes.read']),
      ...(feed === undefined ? [] : ['content.feed.read']),
    ],
    endpoints,
  };
  return {
    adapter: { id: 'feeds', title: 'Change feed and feed', available },
    resources: available ? [resource] : [],
  };
}

/** Our own admin API is behind sign-in and is never published. */
const OWN = 'svc/v1';

/** The API namespaces that the owner chose to publish, one resource each, unless a declaration describes them. */
export function restNamespaces(input: ProviderInput): BuiltIn {
  const { namespaces, site, restPrefix, describes } = input;
  const resources = namespaces
    .filter((namespace) => namespace !== OWN && !namespace.startsWith(`${OWN}/`))
    .map((namespace) => ({ namespace, url: `${site.baseUrl}/${restPrefix}/${namespace}` }))
    .filter(({ url }) => !describes(url))
    .map(({ namespace, url }) => ({
      id: hyphenated(namespace),
      title: namespace,
      type: 'x-rest-api',
      description: 'An API of this site.',
      endpoints: [openEndpoint(url, `Root of the namespace ${namespace}.`)],
    }));
  return {
    adapter: { id: 'rest-import', title: 'API namespaces of the settings', available: namespaces.length > 0 },
    resources,
  };
}

/** Namespaces as addresses need them: no slash at the ends, none empty, each once. */
export function cleanNamespaces(namespaces: readonly string[]): readonly string[] {
  const clean = namespaces.map((one) =>
    one
      .toLowerCase()
      .replace(/[^a-z0-9/_-]+/g, '')
      .split('/')
      .filter((part) => part !== '')
      .join('/'),
  );
  return [...new Set(clean)].filter((one) => hyphenated(one) !== '');
}
