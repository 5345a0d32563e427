import { pass, type ReadinessCheck, toSetting, warn } from '../check.js';

/** A person's profile names a role. */
export const entityRoleCheck: ReadinessCheck = {
  id: 'entity_role',
  rung: 'trusted',
  label: 'Role',
  evaluate({ settings: { identity } }) {
    if (identity.entity_type !== 'Person')
      return pass('The profile is of an organisation, which has no role.');
    const role = identity.role.trim();
    if (role !== '') return pass(`The profile names the role "${role}".`);
    return warn(
      'The profile is of a person, but names no role.',
      'Name the role, such as a profession or a position.',
      toSetting('ar-role'),
    );
  },
};
