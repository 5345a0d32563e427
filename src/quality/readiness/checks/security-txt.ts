import { counted } from '../../../core/text.js';
import { pass, type ReadinessCheck, toSetting, warn } from '../check.js';

/** People who find a security problem can see where to report it. */
export const securityTxtCheck: ReadinessCheck = {
  id: 'security_txt',
  rung: 'trusted',
  label: 'Security contact',
  evaluate({ settings, securityTxt: { owner, contacts }, site }) {
    const url = `${site.baseUrl}/.well-known/security.txt`;
    if (owner === 'file') return pass(`${url} is a file of the site.`);
    if (owner === 'other') return pass(`${url} is offered by a provider.`);
    if (!settings.enable_security_txt) {
      return warn(
        'The site names no contact for security problems.',
        'Switch security.txt on.',
        toSetting('ar-feat-enable_security_txt'),
      );
    }
    if (contacts === 0) {
      return warn(
        "security.txt is on, but isn't served, because it has no contact.",
        'Add a contact for security reports, or a public e-mail address to the profile.',
        toSetting('ar-sec-security'),
      );
    }
    if (owner === 'none') {
      return warn(
        'security.txt is switched on, but a plugin keeps it from being served.',
        'Change the plugin that filters "svc_serve_security_txt" so that it returns true.',
        toSetting('ar-sec-security'),
      );
    }
    return pass(`${url} names ${counted(contacts, 'contact')}.`);
  },
};
