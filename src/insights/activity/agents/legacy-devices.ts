/**
 * Devices so old that they are no longer in use: a User-Agent that names one is made up. Patterns for the
 * User-Agent in lower case.
 */
export const LEGACY_DEVICES: readonly string[] = [
  'symbianos',
  'series ?60',
  'series ?40',
  's60v',
  'midp[-/]',
  'cldc[-/]',
  'j2me',
  'sonyericsson',
  'samsung-sgh',
  'blackberry ?[0-9]',
  'bb10',
  'windows ?ce',
  'wince',
  'pocketpc',
  'openwave',
  'up\\.browser',
  'up\\.link',
  'avantgo',
  'portalmmm',
  'netfront',
  'obigo',
  'teleca',
  'polaris ?[0-9]',
  'palmos',
  'maemo',
];
