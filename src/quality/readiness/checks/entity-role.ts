import { pass, type ReadinessCheck, toSetting, warn } from '../check.js';

/** A person says what they do. */
export const entityRoleCheck: ReadinessCheck = {
  id: 'entity_role',
  rung: 'trusted',
  label: 'Role',
  look({ settings: { identity } }) {
    if (identity.entity_type !== 'Person')
      return pass('The site stands for an organisation, which has no role.');
    const role = identity.role.trim();
    if (role !== '') return pass(`The profile gives the role "${role}".`);
    return warn(
      'The profile is of a person, but gives no role.',
      'Say what the person does, such as a profession or a position.',
      toSetting('ar-role'),
    );
  },
};
