import { hyphenated } from '../normalise/text.js';
import { type BuiltIn, openEndpoint, type ProviderInput } from './provider.js';

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
