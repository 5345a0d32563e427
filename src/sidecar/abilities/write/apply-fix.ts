import type { Settings } from '../../../config/settings.js';
import { decideFix, fixResult } from '../../../quality/readiness/fix-command.js';
import { FIXES, type Switch } from '../../../quality/readiness/fixes/table.js';
import type { Ability, AbilityCall } from '../ability.js';
import { AbilityError } from '../ability-error.js';
import { flagOf, inputOf, listOf, orNull, outputOf, rowOf, textOf } from '../schema.js';
import { rebuilt } from './written-entry.js';

/** How often saved settings are read again until they act, and the milliseconds between. */
const TRIES = 40;
const BETWEEN_TRIES = 25;

const READINESS_ROW = rowOf({
  id: textOf(),
  label: textOf(),
  status: textOf('pass, warn, fail, or off.'),
  detail: textOf(),
  fix: textOf(),
});

/** Does what a readiness check asks for, where that is a switch of ours. */
export const applyFix: Ability = {
  slug: 'apply-fix',
  label: 'Apply the fix of a readiness check',
  description:
    'Applies the fix of a readiness check from read-readiness, if the fix is to switch on a documented ' +
    'feature. It never switches anything off, never changes whether search engines are allowed, and weakens ' +
    'no protection. If a check needs text, a decision or money from the owner, it returns "applied": false ' +
    'with the reason: tell the owner. For findings on single pages (ids that begin with content_), use the ' +
    'writing abilities. Returns the check as it is afterwards. Checks with a fix: ' +
    `${Object.keys(FIXES).join(', ')}.`,
  tier: 'write',
  input: inputOf({ check_id: textOf('Id of the check, as in read-readiness.') }, ['check_id']),
  output: outputOf({
    applied: flagOf('A setting was switched on.'),
    changed: listOf(textOf(), 'Settings that were switched on.'),
    message: textOf(),
    check: orNull(READINESS_ROW),
  }),
  async run(input, call) {
    const id = input['check_id'] as string;
    const { grading, settings } = call.services;
    const [facts, rows, stored] = await Promise.all([
      grading.facts(),
      grading.readiness(),
      settings.readForChange(),
    ]);
    // What plugins make of a setting is not stored, so it is not changed either.
    const decision = decideFix(id, rows, { ...facts, settings: stored });
    if (decision.kind === 'unknown') {
      const why = `There is no check "${id}". Take an id from read-readiness.`;
      throw new AbilityError(404, 'svc_unknown_check', why);
    }
    if (decision.kind === 'nothing') {
      return { applied: false, changed: [], message: decision.message, check: decision.check };
    }
    const notice = await switchOn(decision.switches, call);
    const result = fixResult(decision, await grading.readiness());
    return { ...result, message: `${result.message} ${notice}`.trim() };
  },
};

/**
 * Saves, and waits until the saved settings act.
 * @returns the reason why the site doesn't show it yet, or an empty text
 */
async function switchOn(switches: readonly Switch[], { services }: AbilityCall): Promise<string> {
  const on = Object.fromEntries(switches.map((name) => [name, true])) as Partial<Settings>;
  await services.settings.update((current) => ({ ...current, ...on }), on);
  await services.site.settingsChanged();
  for (let tries = 0; tries < TRIES; tries += 1) {
    const settings = await services.site.settings();
    if (switches.every((name) => settings[name])) break;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES));
  }
  return rebuilt({ services });
}
