import type { ReadinessRow } from './check.js';
import type { ReadinessFacts } from './facts.js';
import { fixPlan, type Switch } from './fixes/table.js';

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
