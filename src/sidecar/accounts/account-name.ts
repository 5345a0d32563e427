/** Checks whether a text is a valid account name. */
export function isAccountName(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}._@-]{1,59}$/u.test(text);
}

/** Roles of accounts, the most powerful first. */
export const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;

/** A role of an account. */
export type Role = (typeof ROLES)[number];

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
