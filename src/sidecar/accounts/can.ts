import type { Capability, Role } from './roles.js';

/** Who asks. */
export interface Actor {
  readonly id: number;
  /** Name of the account, lower case. */
  readonly name: string;
  readonly role: string;
}

/** What is asked about, as far as the answer depends on it. */
export interface CapabilityObject {
  /** Content type: `page` and custom types are not for everybody who writes posts. */
  readonly type?: string;
  /** Names of the authors' accounts, as the source has them. */
  readonly authors?: readonly string[];
  /** True for what is published or scheduled. */
  readonly isPublished?: boolean;
}

/** Rights that a role has on every object. */
const EVERYTHING: readonly Role[] = ['administrator', 'editor'];
/** Who may publish own posts and upload files. */
const AUTHORS: readonly Role[] = [...EVERYTHING, 'author'];
/** Who may write at all. */
const WRITERS: readonly Role[] = [...AUTHORS, 'contributor'];

/**
 * Whether an account may do something: the one place that decides.
 * @param actor undefined for an anonymous caller, who has no rights
 * @param object for capabilities that depend on one; an unknown object has no owner
 * @see spec section 5, point 6; design section 10
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

/** Authors edit what they wrote; contributors only until it is published. */
function mayEditOwn(
  { name, role }: Actor,
  { type, authors = [], isPublished = false }: CapabilityObject,
): boolean {
  if (type === 'page' || !authors.some((author) => author.toLowerCase() === name)) return false;
  return role === 'author' || (role === 'contributor' && !isPublished);
}
