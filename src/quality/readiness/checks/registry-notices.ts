import { counted } from '../../../core/text.js';
import { pass, type ReadinessCheck, warn } from '../check.js';

const MAX_SHOWN = 3;

/** No registration of a provider or plugin was refused or corrected. */
export const registryNoticesCheck: ReadinessCheck = {
  id: 'registry_notices',
  label: 'Providers and plugins',
  evaluate({ notices }) {
    const [first] = notices;
    if (first === undefined) return pass('No registration was refused or corrected.');
    const errors = notices.filter(({ level }) => level === 'error').length;
    const shown = notices.slice(0, MAX_SHOWN).map(({ message }) => message);
    const more = notices.length > MAX_SHOWN ? `; and ${notices.length - MAX_SHOWN} more` : '';
    return warn(
      `${counted(errors, 'error')} and ${counted(notices.length - errors, 'warning')}: ${shown.join('; ')}${more}.`,
      first.fix,
    );
  },
};
