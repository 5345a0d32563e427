import { words } from '../../core/text.js';
import { factsTable } from './facts-table.js';
import type { Fields } from './fields.js';

/**
 * Post meta of The Events Calendar, Events Manager, WP Event Manager and Modern Events Calendar, whose pages show them:
 * times of the place, and what it costs.
 */
const ROWS = [
  ['Start', words('_EventStartDate _event_start_local _event_start_date mec_start_date')],
  ['End', words('_EventEndDate _event_end_local _event_end_date mec_end_date')],
  ['Place', words('_event_location')],
  ['Cost', words('_EventCost')],
  ['Website', words('_EventURL')],
] as const;
const KEYS = new Set([...ROWS.flatMap(([, keys]) => keys), '_EventCurrencySymbol', '_EventAllDay']);

/** A time without its seconds, or only the date of an event that takes all day. */
const TIME = /^(\d{4}-\d\d-\d\d)( \d\d:\d\d):\d\d$/;

/** The body of an event, with its facts before the text. */
export function eventBody(fields: Fields, type: string, text: string): string {
  if (!/event/.test(type)) return text;
  const meta = fields.metaLists(KEYS);
  const last = (key: string) => meta.get(key)?.at(-1)?.trim() ?? '';
  const rows = ROWS.map(([name, keys]) => {
    const value = keys.map(last).find((one) => one !== '') ?? '';
    const symbol = name === 'Cost' && /^[\d.,]+$/.test(value) ? last('_EventCurrencySymbol') : '';
    return [name, symbol + value.replace(TIME, last('_EventAllDay') === 'yes' ? '$1' : '$1$2')] as const;
  });
  return [factsTable(rows.filter(([, value]) => value !== '')), text]
    .filter((part) => part.trim() !== '')
    .join('\n\n');
}
