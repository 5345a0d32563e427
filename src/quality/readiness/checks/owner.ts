/** Readiness checks of what the site says about its owner. */

import { counted } from '../../../core/text.js';
import { isIdentified } from '../../../site/site.js';
import { fail, pass, type ReadinessCheck, toAddress, toSetting, warn } from '../check.js';

/** The site describes who is behind it. */
export const aboutCheck: ReadinessCheck = {
  id: 'about',
  rung: 'trusted',
  label: 'Owner profile',
  evaluate({ settings: { identity } }) {
    const about = identity.about.trim();
    if (about === '') {
      const fix = 'Describe in a few sentences who or what is behind the site, and what it offers.';
      return fail("The profile doesn't describe who is behind the site.", fix, toSetting('ar-about'));
    }
    return pass(`The profile describes who is behind the site, in ${[...about].length} characters.`);
  },
};

/** The profile names fields of expertise. */
export const expertiseCheck: ReadinessCheck = {
  id: 'expertise',
  rung: 'trusted',
  label: 'Expertise topics',
  evaluate({ settings: { identity } }) {
    const named = identity.expertise.filter((topic) => topic.trim() !== '');
    if (named.length > 0) return pass(`The profile names: ${named.join(', ')}.`);
    const detail = 'The profile names no field of expertise.';
    return warn(detail, 'List the subjects that the site covers best.', toSetting('ar-id-expertise'));
  },
};

/** The profile links to the same entity elsewhere. */
export const sameAsCheck: ReadinessCheck = {
  id: 'same_as',
  rung: 'trusted',
  label: 'Linked profiles',
  evaluate({ settings: { identity } }) {
    const links = identity.same_as.filter((url) => url.trim() !== '');
    if (links.length > 0) return pass(`The profile links ${counted(links.length, 'other profile')}.`);
    const detail = 'The profile links no other profile of the same person or organisation.';
    const fix =
      'Add addresses of public profiles, such as an encyclopedia entry, a code host or a social network.';
    return warn(detail, fix, toSetting('ar-id-sameas'));
  },
};

/** Structured data can show the person or organisation. */
export const entityImageCheck: ReadinessCheck = {
  id: 'entity_image',
  rung: 'trusted',
  label: 'Entity image',
  evaluate({ settings, schema }) {
    if (!settings.enable_schema) return undefined;
    if (schema.otherProducer !== undefined) {
      return pass(`${schema.otherProducer} writes the structured data, including its image.`);
    }
    const word = settings.identity.entity_type === 'Person' ? 'image' : 'logo';
    if (schema.image === '') {
      const fix = `Set "site.logo" in the configuration to the address of a square ${word}, and build again.`;
      return warn(`Structured data names no ${word}.`, fix);
    }
    if (!schema.imageExists) {
      const detail = `The ${word} ${schema.image} isn't among the files of the site.`;
      return warn(detail, 'Correct "site.logo" in the configuration, or put the file there.');
    }
    return pass(`The ${word} is ${schema.image}.`, toAddress(schema.image, `See the ${word}`));
  },
};

/** A person's profile names a role. */
export const entityRoleCheck: ReadinessCheck = {
  id: 'entity_role',
  rung: 'trusted',
  label: 'Role',
  evaluate({ settings: { identity } }) {
    if (identity.entity_type !== 'Person')
      return pass('The profile is of an organisation, which has no role.');
    if (!isIdentified(identity)) {
      const fix = 'Name the person and their role, or choose another kind, such as an organisation.';
      return warn("The profile doesn't say who is behind the site.", fix, toSetting('ar-role'));
    }
    const role = identity.role.trim();
    if (role !== '') return pass(`The profile names the role "${role}".`);
    const detail = 'The profile is of a person, but names no role.';
    return warn(detail, 'Name the role, such as a profession or a position.', toSetting('ar-role'));
  },
};

/** Visitors can read which of their data are kept. */
export const privacyNoteCheck: ReadinessCheck = {
  id: 'privacy_note',
  label: 'Privacy policy',
  evaluate({ settings, site }) {
    if (!settings.store_flagged_ips) return undefined;
    if (site.privacyPolicyUrl !== '') {
      return pass(
        `Addresses of flagged clients are kept; ${site.privacyPolicyUrl} is the place to disclose it.`,
      );
    }
    return warn(
      'Addresses of flagged clients are kept, and the site names no privacy policy that discloses it.',
      'Disclose it in a privacy policy and name that as "site.privacyPolicyUrl", or switch "store_flagged_ips" off.',
      toSetting('ar-feat-store_flagged_ips'),
    );
  },
};

/** People who find a security problem can see where to report it. */
export const securityTxtCheck: ReadinessCheck = {
  id: 'security_txt',
  rung: 'trusted',
  label: 'Security contact',
  evaluate({ settings, securityTxt: { owner, contacts }, site }) {
    const url = `${site.baseUrl}/.well-known/security.txt`;
    if (owner === 'file') return pass(`${url} is a file of the site.`);
    if (owner === 'other') return pass(`${url} is offered by a provider.`);
    if (!settings.enable_security_txt) {
      const detail = 'The site names no contact for security problems.';
      return warn(detail, 'Switch security.txt on.', toSetting('ar-feat-enable_security_txt'));
    }
    if (contacts === 0) {
      const detail = "security.txt is on, but isn't served, because it has no contact.";
      const fix = 'Add a contact for security reports, or a public e-mail address to the profile.';
      return warn(detail, fix, toSetting('ar-sec-security'));
    }
    if (owner === 'none') {
      const detail = 'security.txt is switched on, but a plugin keeps it from being served.';
      const fix = 'Change the plugin that filters "svc_serve_security_txt" so that it returns true.';
      return warn(detail, fix, toSetting('ar-sec-security'));
    }
    return pass(`${url} names ${counted(contacts, 'contact')}.`);
  },
};

/** Pages carry structured data. */
export const schemaCheck: ReadinessCheck = {
  id: 'schema',
  rung: 'readable',
  label: 'Structured data',
  evaluate({ settings, schema, html }) {
    if (schema.otherProducer !== undefined)
      return pass(`${schema.otherProducer} writes the structured data.`);
    if (!settings.enable_schema) {
      const detail = 'Structured data is switched off.';
      return warn(detail, 'Switch structured data on.', toSetting('ar-feat-enable_schema'));
    }
    if (html === 'none') {
      const fix =
        'In the configuration, name the built site as "siteDir", or set "html" to "render". If another program writes structured data, set "seo": { "owner": true } there.';
      return warn('The build writes no HTML pages, so it adds no structured data.', fix);
    }
    return pass('Pages carry JSON-LD.');
  },
};

/** The home page has no repeated head tags. */
export const headDupesCheck: ReadinessCheck = {
  id: 'head_dupes',
  label: 'Repeated head tags',
  evaluate({ selfCheck, site }) {
    const head = selfCheck?.head;
    if (head === null || head === undefined) return undefined;
    const { descriptions, ogTitles, others } = head;
    if (descriptions <= 1 && ogTitles <= 1) return pass('The home page has no repeated head tags.');
    const names = others.length === 0 ? '' : ` It also names: ${others.join(', ')}.`;
    const detail = `The home page has ${descriptions} descriptions and ${ogTitles} "og:title" tags.${names}`;
    const fix =
      'Let only one program write these tags: switch the others off, or set "seo.owner" in the configuration.';
    return warn(detail, fix, toAddress(site.home, 'See the home page'));
  },
};

const FEATURES = [
  ['enable_seo_titles', 'titles'],
  ['enable_social_cards', 'social cards'],
  ['enable_canonicals', 'canonical links'],
] as const;

/** Pages have the tags that search engines and previews look for first. */
export const seoCoverageCheck: ReadinessCheck = {
  id: 'seo_coverage',
  label: 'Search basics',
  evaluate({ settings, seoProducer, html }) {
    if (seoProducer !== undefined) {
      return pass(`${seoProducer} writes titles, cards and canonical links.`);
    }
    const missing = FEATURES.filter(([key]) => !settings[key]);
    if (missing.length > 0) {
      const keys = missing.map(([key]) => `"${key}"`);
      const off = missing.map(([, name]) => name);
      const fix = `Switch on ${keys.join(', ')}, or name the extension that writes them as "seo.owner".`;
      return warn(`Nothing provides: ${off.join(', ')}.`, fix, toSetting('ar-sec-search-basics'));
    }
    if (html === 'none') {
      const fix =
        'In the configuration, name the built site as "siteDir", or set "html" to "render". If another program writes them, set "seo": { "owner": true } there.';
      return warn('The build writes no HTML pages, so it adds no titles, cards or canonical links.', fix);
    }
    return pass('Missing titles, social cards and canonical links are added to pages.');
  },
};
