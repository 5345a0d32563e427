/** How readiness problems are fixed: by a setting, or by the owner. */

import type { Settings } from '../../config/settings.js';
import type { ReadinessRow } from './check.js';
import type { ReadinessFacts } from './facts.js';

/** Settings whose field on the settings screen isn't a switch. */
const VALUES: Readonly<Record<string, string>> = {
  'ar-about': `identity.about "What the site is and offers"`,
  'ar-role': `identity.role "A profession or position"`,
  'ar-id-expertise': `identity.expertise '["A subject"]'`,
  'ar-id-sameas': `identity.same_as '["https://profile.example"]'`,
  'ar-sec-security': `security.contacts '["security@example.org"]'`,
};

const SWITCH = 'ar-feat-';

/** The command that does what a row advises. Returns undefined where no setting does it. */
export function fixCommand({ status, action }: ReadinessRow): string | undefined {
  if (status === 'pass' || action === null || !('anchor' in action)) return undefined;
  const { anchor } = action;
  const isSwitch = anchor.startsWith(`${SWITCH}enable_`);
  const what = isSwitch ? `${anchor.slice(SWITCH.length)} true` : VALUES[anchor];
  return what === undefined ? undefined : `svc settings set ${what}`;
}

/** The plan of `apply-fix`, before anything changes. */
type FixDecision =
  /** No row or fix has this id. */
  | { readonly kind: 'unknown' }
  /** Nothing will be done, and why. */
  | { readonly kind: 'nothing'; readonly message: string; readonly check: ReadinessRow | null }
  /** These switches, all of them off now, will be switched on. */
  | { readonly kind: 'enable'; readonly switches: readonly Switch[]; readonly check: ReadinessRow };

/**
 * Decides how to fix a readiness row. Pure: the caller saves the switches, runs the report again and answers with
 * `fixResult`.
 */
export function decideFix(id: string, rows: readonly ReadinessRow[], facts: ReadinessFacts): FixDecision {
  const check = rows.find((row) => row.id === id) ?? null;
  const plan = fixPlan(id, facts);
  if (check === null && plan === undefined) return { kind: 'unknown' };
  if (check?.status === 'pass') {
    return { kind: 'nothing', message: `"${check.label}" passes already.`, check };
  }
  if (plan === undefined || plan.kind === 'manual') {
    const reason = plan?.reason ?? 'A plugin added this check: see its documentation.';
    return { kind: 'nothing', message: `This can't be done automatically. ${reason}`, check };
  }
  if (check === null) {
    return { kind: 'nothing', message: "This check doesn't apply at the moment.", check };
  }
  const switches = plan.switches.filter((name) => !facts.settings[name]);
  if (switches.length > 0) return { kind: 'enable', switches, check };
  return {
    kind: 'nothing',
    message: `All related settings are on already, so there is a different cause: ${check.detail}`,
    check,
  };
}

/**
 * The answer of `apply-fix` once the switches have been saved.
 * @param rows of the report after the save
 */
export function fixResult(
  { switches, check: before }: Extract<FixDecision, { readonly kind: 'enable' }>,
  rows: readonly ReadinessRow[],
) {
  const check = rows.find((row) => row.id === before.id) ?? null;
  const names = switches.join(', ');
  const message =
    check?.status === 'pass'
      ? `Switched on: ${names}. "${check.label}" passes now.`
      : `Switched on: ${names}. "${before.label}" doesn't pass yet: ${check?.fix || check?.detail || 'it no longer applies.'}`;
  return { applied: true, changed: switches, message, check };
}

/** Names of on/off settings. */
export type Switch = {
  [K in keyof Settings]: Settings[K] extends boolean ? (boolean extends Settings[K] ? K : never) : never;
}[keyof Settings];

/** The fix of a row: switches to switch on, or the reason why only the owner can do it. */
type FixPlan =
  | { readonly kind: 'enable'; readonly switches: readonly Switch[] }
  | { readonly kind: 'manual'; readonly reason: string };

/** A plan, or the choice between plans where the cause decides. */
type Fix = FixPlan | ((facts: ReadinessFacts) => FixPlan);

const enable = (...switches: readonly Switch[]): FixPlan => ({ kind: 'enable', switches });
const manual = (reason: string): FixPlan => ({ kind: 'manual', reason });

const WORDS = 'Only the owner can write it.';
const WRITING = 'It needs writing: read a page with check-page, then change it with the writing tools.';

/**
 * The fixes that need no owner. Closed: it only ever switches documented features on, never
 * off, and never changes whether search engines are allowed.
 */
export const FIXES: Readonly<Record<string, Fix>> = {
  public: manual('Only the owner can decide whether to allow search engines and agents.'),
  permalinks: manual('Addresses are changed where the site is edited; every old link has to be redirected.'),
  llms: ({ llms }) =>
    llms.owner === 'file'
      ? manual('A file of the site replaces it, and only the owner can remove that.')
      : enable('enable_llms_txt'),
  llms_words: manual('It needs more pages, or a longer description of the site.'),
  llms_full: enable('enable_llms_full'),
  llms_full_size: manual('Whether to list fewer pages or allow a larger file is a choice.'),
  post_types: manual('It needs content, or another choice of types.'),
  topics: ({ settings }) => {
    if (!settings.enable_topics) return enable('enable_topics');
    if (!settings.topics_derive_default) return enable('topics_derive_default');
    return manual('It needs tags, or topics that are listed for each page.');
  },
  about: manual(WORDS),
  expertise: manual(WORDS),
  same_as: manual('Only the owner knows which profiles are theirs.'),
  entity_image: manual('It needs an image, which is named in the configuration.'),
  entity_role: manual(WORDS),
  security_txt: ({ settings }) =>
    settings.enable_security_txt
      ? manual('Only the owner can name a contact for security problems.')
      : enable('enable_security_txt'),
  schema: enable('enable_schema'),
  head_dupes: manual('Only the owner can choose which program writes the tags.'),
  seo_coverage: manual(
    'Tags could be duplicated where an unknown extension writes them; the owner has to check first.',
  ),
  robots: manual('The robots.txt of the site belongs to its owner.'),
  ai_usage: enable('enable_ai_header', 'enable_tdmrep'),
  sitemap: enable('enable_sitemap'),
  robots_sitemap: ({ site, sitemap, robots, settings }) => {
    if (!site.public) return manual('Only the owner can decide whether to allow search engines.');
    if (sitemap === undefined) return enable('enable_sitemap');
    if (robots.isOwnFile && settings.enable_robots)
      return manual('The robots.txt of the site belongs to its owner.');
    return enable('enable_robots');
  },
  host_limits: manual('It needs another host, or a sidecar.'),
  output_settings: manual('Build and deploy again.'),
  unpushed_content: manual('Push the content folder.'),
  registry_notices: manual('It needs a change of the plugin or of the configuration.'),
  privacy_note: manual('It needs a privacy policy.'),
  visibility_failing: manual("It would spend the owner's AI credit."),
  measure_setup: manual("It would spend the owner's AI credit."),
};

/** The fix for an id: of a row, of an action of the score, or of nothing known. */
export function fixPlan(id: string, facts: ReadinessFacts): FixPlan | undefined {
  if (id.startsWith('content_')) return manual(WRITING);
  const fix = Object.hasOwn(FIXES, id) ? FIXES[id] : undefined;
  return typeof fix === 'function' ? fix(facts) : fix;
}
