import { counted } from '../../../core/text.js';
import { pass, type ReadinessCheck, toSetting, warn } from '../check.js';

/** Every type of content that agents may see has something to show. */
export const postTypesCheck: ReadinessCheck = {
  id: 'post_types',
  rung: 'readable',
  label: 'Content covered',
  evaluate({ content: { types } }) {
    const action = toSetting('ar-sec-content');
    if (types.length === 0) {
      return warn('Agents may see no type of content.', 'Choose the types that agents may see.', action);
    }
    const empty = types.filter(({ entries }) => entries === 0);
    if (empty.length === 0) {
      return pass(
        `Agents see ${types.map(({ label, plural, entries }) => counted(entries, label, plural)).join(', ')}.`,
      );
    }
    const names = empty.map(({ plural }) => plural).join(', ');
    return warn(
      `No public content in ${empty.length} of ${types.length} selected types: ${names}.`,
      'Publish content of these types, or remove them from "post_types".',
      action,
    );
  },
};
