import { type Finding, fail, pass, type ReadinessCheck, toAddress, toSetting, warn } from '../check.js';
import type { ReadinessFacts } from '../facts.js';

/** The index for language models is there, and it is ours. */
export const llmsCheck: ReadinessCheck = {
  id: 'llms',
  rung: 'readable',
  label: 'llms.txt index',
  evaluate(facts) {
    const { settings, llms, site } = facts;
    if (!settings.enable_llms_txt) {
      return warn(
        '/llms.txt is switched off.',
        'Switch the index for language models on.',
        toSetting('ar-feat-enable_llms_txt'),
      );
    }
    const url = `${site.baseUrl}/llms.txt`;
    const view = toAddress(url, 'See llms.txt');
    if (llms.owner === 'file') {
      return warn(
        `A file of the site replaces the generated index at ${url}.`,
        'Remove llms.txt from "publicDir" or "siteDir", unless it is kept up to date by hand.',
        view,
      );
    }
    if (llms.owner === 'other') return pass(`${url} is left to another program by a plugin.`);
    return seen(facts, url) ?? pass(`The index is at ${url}.`);
  },
};

/** What the last check of the live site found against it. */
function seen({ selfCheck }: ReadinessFacts, url: string): Finding | undefined {
  const found = selfCheck?.llms;
  if (found === null || found === undefined) return undefined;
  const view = toAddress(url, 'See llms.txt');
  if (found.http !== 200) {
    return fail(
      `${url} answered with HTTP ${found.http}.`,
      'Deploy the output folder, and check that the host serves files from its root.',
      view,
    );
  }
  if (found.ours) return undefined;
  return fail(
    `${url} isn't the index; it begins with "${found.firstLine}".`,
    'Deploy the output folder again, and look for a plugin, a rule of the host or a cache that answers first.',
    view,
  );
}
