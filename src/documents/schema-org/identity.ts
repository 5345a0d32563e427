import { isIdentified } from '../../site/identity.js';
import { identityId, present, type SchemaContext, type SchemaNode } from './context.js';

/**
 * The person or organisation behind the site.
 * @returns undefined where the owner has not named one
 */
export function identityNode(ctx: SchemaContext): SchemaNode | undefined {
  const { site, identity, entityImage } = ctx;
  if (!isIdentified(identity)) return undefined;
  const isPerson = identity.entity_type === 'Person';
  return {
    '@type': identity.entity_type,
    '@id': identityId(ctx),
    ...present({ name: identity.name || site.name }),
    url: site.home,
    ...present({
      description: identity.about,
      disambiguatingDescription: identity.not_description,
      audience: identity.audience && { '@type': 'Audience', audienceType: identity.audience },
      knowsAbout: identity.expertise,
      sameAs: identity.same_as,
      jobTitle: isPerson ? identity.role : '',
      [isPerson ? 'image' : 'logo']: entityImage,
    }),
  };
}
