/** Names in content folders that contain a word of access and are about something else. */

import { words } from '../../../core/text.js';

/** Parts of a page whose argument is a label: `{{< tab "Members" >}}`. */
const LABELLED = new Set(
  words(`
    tab tabs tabitem tabpane heading title button link ref relref card cards icon badge step steps
    accordion toggle details expand expander collapse term glossary figure image img anchor include
    highlight code codeblock param kbd tooltip abbr note notice alert callout tip hint info warning
    caution danger important admonition caption chapter column columns table summary label tag quote
    example math menu nav slide tile
  `),
);

/** The subjects of a page when the word before them is `private`, `access`, `role` or `password`. */
const TOPICS = new Set(
  words(`
    key keys keypair token tokens network networks subnet subnets cloud registry repo repos repository
    repositories package packages module modules api apis endpoint endpoints method methods function
    functions field fields variable variables property properties class classes interface interfaces
    constructor constructors modifier modifiers keyword keywords scope scopes policy policies log logs
    point points story stories guide guides model models manager managers matrix diagram hierarchy
    binding bindings strength generator hash hashes header headers ip ips address addresses dns vpn vpc
    link links
  `),
);

/** Words of access that are things or people, of which a page may show a list. */
const LISTED = new Set(
  words(`
    role roles permission permissions capability capabilities credential credentials password passwords
    plan plans tier tiers user users customer customers sponsor sponsors donor donors backer backers
    supporter supporters admin admins administrator registration acl rbac login purchase purchases
  `),
);

/** True for a name whose arguments without a name are labels. */
export function isLabelled(parts: readonly string[]): boolean {
  return LABELLED.has(parts.at(-1) ?? '');
}

/**
 * True for the name of a thing: `private-key`, `AccessPolicy`; and for a member, role, user or plan that is
 * described, together with its name or type, as in references of programs.
 * @param attributes of the tag
 */
export function isTopic(parts: readonly string[], attributes: string): boolean {
  if (parts.length > 1) return TOPICS.has(parts.at(-1) ?? '');
  return (
    /^(?:member|role|user|permission|plan|tier|customer|sponsor|patron|donor)$/.test(parts[0] ?? '') &&
    /(?:^|\s)(?:name|type)\s*=/.test(attributes)
  );
}

/** True for the name of something that a page lists, such as `roles`; not for people that a gate may mean too. */
export function isListed(parts: readonly string[]): boolean {
  return parts.length > 0 && parts.every((part) => LISTED.has(part));
}
