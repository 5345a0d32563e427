import type { ReadinessRow } from './readiness-row.js';

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
