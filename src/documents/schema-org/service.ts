import { identityRef, present, type SchemaContext, type SchemaNode } from './context.js';

/** The services of the person or organisation, one node each; they belong on the front page. */
export function serviceNodes(ctx: SchemaContext): readonly SchemaNode[] {
  return ctx.identity.services
    .filter(({ name }) => name !== '')
    .map(({ name, description, url }) => ({
      '@type': 'Service',
      name,
      ...present({
        provider: identityRef(ctx),
        description,
        url: url.startsWith('/') ? ctx.site.baseUrl + url : url,
      }),
    }));
}
