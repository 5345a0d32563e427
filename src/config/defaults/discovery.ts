import { bool, patternList, urlText } from '../fields.js';

/** The contents of the discovery documents. */
export const discovery = {
  rest_namespaces: patternList(
    'lower case, `[a-z0-9/_-]`, unique',
    (text) => text.toLowerCase().replace(/[^a-z0-9/_-]+/g, ''),
    { text: 'API namespaces that are published in discovery.', feature: 'discovery.json' },
  ),
  suppressed_resources: patternList('lower case, `[a-z0-9-]`, unique', cleanResourceId, {
    text: 'Ids of resources hidden from every document.',
    feature: 'discovery.json',
  }),
  oauth_auth_server: urlText({
    text: 'Issuer of an external authorization server; switches the site-wide RFC 9728 document on.',
    feature: 'protected-resource metadata',
  }),
  hold_back_changing_jobs: bool(false, {
    text: 'Keep every ability that changes something out of public documents.',
    feature: 'discovery.json',
  }),
};

function cleanResourceId(text: string): string {
  // Linear trims: a pattern such as /-+$/ is quadratic on long runs of hyphens.
  const id = text
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '')
    .slice(0, 300);
  let start = 0;
  let end = id.length;
  while (start < end && id[start] === '-') start += 1;
  while (end > start && id[end - 1] === '-') end -= 1;
  return id.slice(start, end);
}
