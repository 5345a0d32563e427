import type { Settings } from '../../settings.js';
import { type Json, json } from '../guards.js';
import { action, filter } from '../row.js';

/** Filters of the settings store. Results are made valid like any other input. */
export const settingsFilters = {
  svc_default_settings: filter(json, 'Settings of a site that has stored nothing.'),
  svc_settings: filter(
    json,
    'Settings as they are read; never stored. It can hide more than the owner does, but not less.',
  ),
  svc_sanitize_settings: filter<Json, [input: unknown]>(json, 'Settings before they are stored.', ['input']),
};

/** Events in the life of settings. */
export const settingsActions = {
  svc_settings_reset: action<[settings: Settings]>('Settings have been reset.', ['settings']),
};
