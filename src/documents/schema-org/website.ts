import { present, type SchemaContext, type SchemaNode } from './context.js';

/** The site itself. It has a search action only where the configuration has a search address. */
export function websiteNode({ site, searchUrl }: SchemaContext): SchemaNode {
  const action = searchUrl && {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: searchUrl },
    'query-input': 'required name=search_term_string',
  };
  return {
    '@type': 'WebSite',
    '@id': `${site.home}#website`,
    url: site.home,
    ...present({
      name: site.name,
      description: site.description,
      inLanguage: site.lang,
      potentialAction: action,
    }),
  };
}
