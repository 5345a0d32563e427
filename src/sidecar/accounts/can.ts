/** The account of a caller. */
export interface Actor {
  readonly id: number;
  /** Name of the account, lower case. */
  readonly name: string;
  readonly role: string;
}

/** The object of a capability check, reduced to the facts that the result depends on. */
export interface CapabilityObject {
  /** Content type: `page` requires more rights than other types. */
  readonly type?: string;
  /** Account names of the authors, as given in the source. */
  readonly authorKeys?: readonly string[];
  /** True for published and scheduled objects. */
  readonly isPublished?: boolean;
}

/** Roles with rights on every object. */
const EVERYTHING: readonly Role[] = ['administrator', 'editor'];
/** Roles that may publish their own posts and upload files. */
const AUTHORS: readonly Role[] = [...EVERYTHING, 'author'];
/** Roles that may create posts and assign terms. */
const WRITERS: readonly Role[] = [...AUTHORS, 'contributor'];

/**
 * Checks whether an account has a capability. All such decisions are made here.
 * @param actor undefined for an anonymous caller, who has no rights
 * @param object for capabilities that depend on one; an unknown object has no owner
 */
export function can(
  actor: Actor | undefined,
  capability: Capability,
  object: CapabilityObject | undefined = {},
): boolean {
  if (actor === undefined) return false;
  const is = (roles: readonly Role[]) => (roles as readonly string[]).includes(actor.role);
  switch (capability) {
    case 'manage_options':
      return actor.role === 'administrator';
    case 'manage_categories':
      return is(EVERYTHING);
    case 'upload_files':
      return is(AUTHORS);
    case 'assign_terms':
      return is(WRITERS);
    case 'create_posts':
      return is(object.type === 'page' ? EVERYTHING : WRITERS);
    case 'publish_posts':
      return is(object.type === 'page' ? EVERYTHING : AUTHORS);
    case 'read_post':
    case 'edit_post':
      return is(EVERYTHING) || mayEditOwn(actor, object);
  }
}

/** Authors may edit their own posts; contributors only until publication. */
function mayEditOwn(
  { name, role }: Actor,
  { type, authorKeys = [], isPublished = false }: CapabilityObject,
): boolean {
  if (type === 'page' || !authorKeys.some((author) => author.toLowerCase() === name)) return false;
  return role === 'author' || (role === 'contributor' && !isPublished);
}

/** Checks whether a text is a valid account name. */
export function isAccountName(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}._@-]{1,59}$/u.test(text);
}

/** Roles of accounts, the most powerful first. */
export const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;

/** A role of an account. */
type Role = (typeof ROLES)[number];

/** Capabilities with the platform's names (spec section 5, point 6). */
export type Capability =
  | 'manage_options'
  | 'edit_post'
  | 'read_post'
  | 'create_posts'
  | 'publish_posts'
  | 'upload_files'
  | 'manage_categories'
  | 'assign_terms';

export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}
