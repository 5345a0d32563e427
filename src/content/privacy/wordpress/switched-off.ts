/** Settings by which extensions would hide a block, but not from readers without an account. */

import { isObject } from '../../../core/json.js';
import { kebabName, valueIsOpen } from '../privacy.js';

type Settings = Readonly<Record<string, unknown>>;

const SWITCH = /^(?:is-?)?(?:enabled?|active|activated|on)$/;
const OFF = /^(?:false|off|no|0|disabled|inactive)$/i;

const isOffSwitch = ([key, value]: readonly [string, unknown]) =>
  typeof value !== 'object' && SWITCH.test(kebabName(key)) && OFF.test(String(value).trim());

/** Returns true for conditions that are off, or that no reader without an account fails: `{"enable": false, "compare": "is"}`. */
export function isUnused(settings: Settings): boolean {
  const entries = Object.entries(settings);
  return entries.some(isOffSwitch) || hidesNowhere(settings, entries) || hidesFromAccountsOnly(settings);
}

/**
 * Returns true for a choice of Widget Options without anything chosen, or only for accounts:
 * `{"options": "hide", "state": ""}`. Each block that an editor has opened has some.
 */
function hidesNowhere(settings: Settings, entries: readonly (readonly [string, unknown])[]): boolean {
  if (settings['field'] === '') return settings['condition'] === '';
  return (
    settings['options'] === 'hide' &&
    entries.every(
      ([key, value]) =>
        key === 'options' ||
        key === 'selected' ||
        (key === 'state' && value === 'out') ||
        valueIsOpen(value) ||
        (isObject(value) && isUnused(value)),
    )
  );
}

/** Returns true for conditions that an editor has switched off. */
export function isSwitchedOff(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isSwitchedOff);
  if (!isObject(value)) return false;
  const items = Object.values(value);
  return (
    isUnused(value) || (items.length > 0 && items.every((item) => isSwitchedOff(item) || valueIsOpen(item)))
  );
}

/** The key by which Widget Options shows or hides a block on some days. */
export function limitsTime(settings: Settings, key: string): string | undefined {
  const isChoice = settings['options'] === 'show' || settings['options'] === 'hide';
  return isChoice && /^(?:days|dates)$/.test(key) ? 'options' : undefined;
}

/** Returns true for a Block Visibility control that hides a block from some accounts only. */
function hidesFromAccountsOnly(control: Settings): boolean {
  if (control['visibilityByRole'] === 'users') return control['hideOnRestrictedUsers'] === true;
  const roles = [control['restrictedRoles']].flat();
  return (
    control['visibilityByRole'] === 'user-role' &&
    control['hideOnRestrictedRoles'] === true &&
    !roles.includes('logged-out') &&
    !roles.includes('public')
  );
}
