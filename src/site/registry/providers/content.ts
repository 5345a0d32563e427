import { cleanKey } from '../normalise/text.js';
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
