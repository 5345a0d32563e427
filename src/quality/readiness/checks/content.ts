/** Readiness checks of the site's documents and their content. */

import { counted } from '../../../core/text.js';
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
      const detail = '/llms.txt is switched off.';
      return warn(detail, 'Switch the index for language models on.', toSetting('ar-feat-enable_llms_txt'));
    }
    const url = `${site.baseUrl}/llms.txt`;
    const view = toAddress(url, 'See llms.txt');
    if (llms.owner === 'file') {
      const fix = 'Remove llms.txt from "publicDir" or "siteDir", unless it is kept up to date by hand.';
      return warn(`A file of the site replaces the generated index at ${url}.`, fix, view);
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
    const fix = 'Deploy the output folder, and check that the host serves files from its root.';
    return fail(`${url} answered with HTTP ${found.http}.`, fix, view);
  }
  if (found.ours) return undefined;
  return fail(
    `${url} isn't the index; it begins with "${found.firstLine}".`,
    'Deploy the output folder again, and look for a plugin, a rule of the host or a cache that answers first.',
    view,
  );
}

/** Fewer words do not describe the site. */
const MIN_WORDS = 200;

/** The index has enough text to be useful. */
export const llmsWordsCheck: ReadinessCheck = {
  id: 'llms_words',
  rung: 'readable',
  label: 'llms.txt depth',
  evaluate({ settings, llms }) {
    if (!settings.enable_llms_txt || llms.owner !== 'ours') return undefined;
    const found = `/llms.txt has ${counted(llms.words, 'word')}`;
    if (llms.words >= MIN_WORDS) return pass(`${found}.`);
    const detail = `${found}; below ${MIN_WORDS} it says little about the site.`;
    if (settings.identity.about.trim() !== '') {
      return warn(detail, 'Publish more pages with titles and summaries that say what they are about.');
    }
    const fix = 'Describe the site in the profile, give pages topics, and publish more of them.';
    return warn(detail, fix, toSetting('ar-about'));
  },
};

/** The text of the pages is available in one file. */
export const llmsFullCheck: ReadinessCheck = {
  id: 'llms_full',
  rung: 'readable',
  label: 'Full-text file',
  evaluate({ settings, llmsFull, site }) {
    const url = `${site.baseUrl}/llms-full.txt`;
    if (!settings.enable_llms_full) {
      const detail = '/llms-full.txt is switched off.';
      return warn(detail, 'Switch the full-text file on.', toSetting('ar-feat-enable_llms_full'));
    }
    if (llmsFull.owner === 'file') return pass(`${url} is a file of the site.`);
    if (llmsFull.owner === 'other') return pass(`${url} is left to another program by a plugin.`);
    return pass(`The text of the newest pages is at ${url}.`);
  },
};

/** The full-text file is complete. */
export const llmsFullSizeCheck: ReadinessCheck = {
  id: 'llms_full_size',
  rung: 'readable',
  label: 'Full-text size',
  evaluate({ settings, llmsFull: { text } }) {
    if (!settings.enable_llms_full || text === undefined) return undefined;
    const limit = `${settings.llms_full_max_kb} KB`;
    const size = `${counted(text.entries, 'page')} in ${Math.ceil(text.bytes / 1024)} KB`;
    if (text.entries === 0) {
      const fix = 'Publish pages with text, and remove "llms: false" from their front matter.';
      return warn('/llms-full.txt contains no pages.', fix, toSetting('ar-full-count'));
    }
    if (!text.isCut) return pass(`/llms-full.txt contains ${size}; the limit is ${limit}.`);
    const detail = `/llms-full.txt ends early: it contains ${size}, and the limit is ${limit}.`;
    return warn(detail, 'Lower "llms_full_posts", or raise "llms_full_max_kb".', toSetting('ar-full-count'));
  },
};

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
    const detail = `No public content in ${empty.length} of ${types.length} selected types: ${names}.`;
    return warn(detail, 'Publish content of these types, or remove them from "post_types".', action);
  },
};

/** Share of pages that need topics of their own where none are derived. */
const MIN_SHARE = 0.5;

/** Pages name their topics. */
export const topicsCheck: ReadinessCheck = {
  id: 'topics',
  rung: 'readable',
  label: 'Topics for AI',
  evaluate({ settings, content: { entries, withTopics, hasTerms } }) {
    if (!settings.enable_topics) {
      return warn('Topics are switched off.', 'Switch topics on.', toSetting('ar-feat-enable_topics'));
    }
    const section = toSetting('ar-sec-topics');
    const own = withTopics ?? 0;
    if (entries === 0) {
      const detail = 'No page is public yet that could have topics.';
      return warn(detail, 'Publish a page of a selected type.', section);
    }
    if (settings.topics_derive_default) {
      if (hasTerms || own > 0) return pass('Pages take topics from their own list, tags and categories.');
      const detail = `None of the ${counted(entries, 'public page')} has topics, tags or categories.`;
      return warn(detail, 'Give pages tags, or list their "topics" in the front matter.', section);
    }
    if (withTopics === undefined) return undefined;
    const found = `${own} of ${counted(entries, 'public page')} list topics of their own`;
    if (own / entries >= MIN_SHARE) return pass(`${found}.`);
    const fix =
      'Switch "topics_derive_default" on to derive them from tags and categories, or list "topics" in the front matter of more pages.';
    return warn(`${found}, and none are derived.`, fix, section);
  },
};

const MAX_SHOWN = 3;

/** The chosen hosts support everything in the build. */
export const hostLimitsCheck: ReadinessCheck = {
  id: 'host_limits',
  label: 'Limits of the host',
  evaluate({ hosts, limits }) {
    if (hosts.length === 0) return undefined;
    const names = hosts.join(', ');
    if (limits.length === 0) return pass(`Nothing is lost on ${names}.`);
    const more = limits.length > MAX_SHOWN ? `; and ${limits.length - MAX_SHOWN} more` : '';
    const shown = limits.slice(0, MAX_SHOWN).map(({ host, what }) => `${host}: ${what}`);
    const fixes = [...new Set(limits.map(({ fix }) => fix))];
    const detail = `Agents don't get everything there: ${shown.join('; ')}${more}.`;
    return warn(detail, fixes.slice(0, MAX_SHOWN).join(' '));
  },
};

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
    const detail = `${counted(errors, 'error')} and ${counted(notices.length - errors, 'warning')}: ${shown.join('; ')}${more}.`;
    return warn(detail, first.fix);
  },
};

/** The written files match the settings. */
export const outputSettingsCheck: ReadinessCheck = {
  id: 'output_settings',
  label: 'Files up to date',
  evaluate({ isOutputStale }) {
    if (isOutputStale === undefined) return undefined;
    if (!isOutputStale) return pass('The written files were made with the current settings.');
    const detail = 'Settings have changed since the files were written; what a static host serves is older.';
    return warn(detail, 'Run svc build and deploy again.');
  },
};

/** Changes of the content have been pushed to where the site is built. */
export const unpushedContentCheck: ReadinessCheck = {
  id: 'unpushed_content',
  label: 'Content pushed',
  evaluate({ unpushed }) {
    if (unpushed === undefined) return undefined;
    if (unpushed === 0) return pass('Every change of the content has been pushed.');
    const detail = `${counted(unpushed, 'change')} of the content ${unpushed === 1 ? 'is' : 'are'} on this machine only.`;
    return warn(detail, 'Push the content folder; see "content.git" in the configuration.');
  },
};
