/** What an account may be, the most powerful first. */
export const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;

/** One of the roles. */
export type Role = (typeof ROLES)[number];

/** Capabilities by the names of the platform (spec section 5, point 6). */
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
