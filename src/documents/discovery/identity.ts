import { cleanEmail } from '../../config/text.js';
import { isIdentified } from '../../site/identity.js';
import type { DocumentContext } from '../document-row.js';
import { oneLine } from '../escape.js';

/** The part of the context that describes the site and its owner. */
type IdentityContext = Pick<DocumentContext, 'site' | 'settings'>;

/** The site in few words; unknown values are empty (spec section 2.1.1). */
export interface SiteFacts {
  readonly name: string;
  readonly url: string;
  readonly description: string;
  /** BCP 47. */
  readonly lang: string;
  /** Absolute URL. */
  readonly logo: string;
}

/** The person or organisation behind the site (spec section 2.1.2). */
export type IdentityFacts = ReturnType<typeof identityFacts>;

/** `site` of the discovery document; the agent card and the MCP descriptor begin with the same facts. */
export function siteFacts(ctx: IdentityContext): SiteFacts {
  const { home, description, lang, logo } = ctx.site;
  return { name: identityName(ctx), url: home, description: oneLine(description), lang, logo };
}

/** `identity` of the discovery document. It only contains an address that the owner published. */
export function identityFacts(ctx: IdentityContext) {
  const { entity_type, role, about, same_as, contact_email, not_description, audience } =
    ctx.settings.identity;
  const email = cleanEmail(contact_email);
  return {
    // A type is required: without a statement of its owner a site isn't a person.
    type: entity_type === 'Person' && isIdentified(ctx.settings.identity) ? 'person' : 'organization',
    name: identityName(ctx),
    role,
    about,
    url: ctx.site.home,
    same_as,
    contacts: email === '' ? [] : [{ type: 'email', value: `mailto:${email}` }],
    ...(not_description === '' ? {} : { not_description }),
    ...(audience === '' ? {} : { audience }),
  };
}

function identityName({ site, settings }: IdentityContext): string {
  return oneLine(settings.identity.name) || oneLine(site.name);
}
