import type { Settings } from '../config/settings.js';

type Identity = Pick<Settings['identity'], 'entity_type' | 'name'>;

/**
 * Whether the owner has said who is behind the site: by a name, or by any kind except the default. A site is not called
 * a person because nothing says otherwise.
 */
export function isIdentified({ entity_type, name }: Identity): boolean {
  return name.trim() !== '' || entity_type !== 'Person';
}
