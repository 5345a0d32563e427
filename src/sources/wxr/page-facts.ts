import { words } from '../../core/text.js';
import type { RawEntry, RawPattern } from '../port.js';
import type { Fields } from './fields.js';
import { readPhpSerialized } from './php-serialized.js';
import { factsTable, productLine } from './product.js';

/** Keys of extensions for properties. */
function realty(names: string): string {
  const prefixes = words('fave_property REAL_HOMES_property es_property property _property _listing');
  return words(names)
    .flatMap((name) => prefixes.map((prefix) => `${prefix}_${name}`))
    .join(' ');
}

/** Settings that replace the price of a property by an invitation to ask for it. */
const PRICE_ON_REQUEST: Readonly<Record<string, string>> = {
  property_price_display: 'no',
  fave_show_price_placeholders: '1',
  es_property_call_for_price: '1',
};

/**
 * Post meta that pages show, by types of items, and taxonomies, which end in a colon: events of The Events Calendar,
 * Events Manager, WP Event Manager, Event Organiser, Modern Events Calendar and EventON, with times of the place; jobs
 * of WP Job Manager, courses of Tutor LMS and LifterLMS, downloads of Easy Digital Downloads, properties of Houzez,
 * RealHomes, Estatik, WP Residence and AgentPress.
 */
const ROWS: readonly (readonly [types: RegExp, rows: Readonly<Record<string, string>>])[] = [
  [
    /^tribe_venue$|^location$/,
    {
      Address: `_VenueAddress _VenueCity _VenueProvince _VenueState _VenueZip _VenueCountry
        _location_address _location_town _location_state _location_postcode _location_country`,
      Phone: '_VenuePhone',
      Website: '_VenueURL',
    },
  ],
  [/^tribe_organizer$/, { Phone: '_OrganizerPhone', Website: '_OrganizerWebsite' }],
  [
    /event/,
    {
      Start: `_EventStartDate _event_start_local _event_start_date _eventorganiser_schedule_start_start
        mec_start_date evcal_srow`,
      End: `_EventEndDate _event_end_local _event_end_date _eventorganiser_schedule_start_finish
        mec_end_date evcal_erow`,
      Place: '_event_location event-venue: mec_location: event_location:',
      Organizer: 'mec_organizer: event_organizer:',
      Cost: '_EventCost mec_cost',
      Website: '_EventURL mec_more_info evcal_lmlink',
    },
  ],
  [
    /^job_listing$/,
    {
      Type: 'job_listing_type:',
      Place: '_job_location',
      Salary: '_job_salary _job_salary_currency _job_salary_unit',
      Company: '_company_name _company_tagline',
      Website: '_company_website',
    },
  ],
  [
    /^courses?$/,
    {
      Length: '_llms_length',
      'What you learn': '_tutor_course_benefits',
      Requirements: '_tutor_course_requirements',
      Materials: '_tutor_course_material_includes',
      Audience: '_tutor_course_target_audience',
    },
  ],
  [
    /^(?:property|properties|estate_property|listings?|rental|land)$/,
    {
      Price: realty('price'),
      Address: `${realty('map_address st_address address')} _listing_city _listing_state _listing_zip`,
      Bedrooms: realty('bedrooms'),
      Bathrooms: realty('bathrooms'),
      Size: realty('size area sqft'),
      'Year built': realty('year year_built build'),
    },
  ],
  [/^download$/, { Price: 'edd_variable_prices edd_price' }],
];

/** Settings of the values. */
const SETTINGS = words(`
  _EventCurrencySymbol _EventAllDay _variable_pricing mec_allday mec_hide_time
  ${Object.keys(PRICE_ON_REQUEST).join(' ')}
  mec_start_time_hour mec_start_time_minutes mec_start_time_ampm mec_end_time_hour mec_end_time_minutes mec_end_time_ampm
`);
const KEYS = new Set([...ROWS.flatMap(([, rows]) => Object.values(rows).flatMap(words)), ...SETTINGS]);

/** A time without its seconds, or only the date of an event that takes all day. */
const TIME = /^(\d{4}-\d\d-\d\d)( \d\d:\d\d):\d\d$/;

/** The body of an item with the facts that its page shows: before the text, and the place and organizer after it. */
export function withFacts(fields: Fields, type: string, text: string): string {
  const own = ROWS.find(([types]) => types.test(type))?.[1];
  if (own === undefined) return text;
  const meta = fields.metaLists(KEYS);
  const last = (key: string) => meta.get(key)?.at(-1)?.trim() ?? '';
  const terms = fields.categories();
  const valuesOf = (key: string) =>
    key.endsWith(':')
      ? terms.flatMap(({ domain, name }) => (`${domain}:` === key ? name : []))
      : [shownValue(key, last)];
  const rows = Object.entries(own).map(([name, keys]) => {
    const values = words(keys)
      .flatMap(valuesOf)
      .filter((value) => value !== '');
    return [name, [...new Set(values)].join(', ')] as const;
  });
  const others = type === 'location' ? [] : placesOf(fields);
  return [
    factsTable(rows.filter(([, value]) => value !== '')),
    text,
    ...[...new Set(others)].map((id) => `<!-- wp:block {"ref":${id}} /-->`),
  ]
    .filter((part) => part.trim() !== '')
    .join('\n\n');
}

/** Post meta with the ids of other items, which the page of an event shows; Events Manager has numbers of its own. */
const REFERENCES = new Set(['_EventVenueID', '_EventOrganizerID', '_location_id']);

/** Patterns for numbers of Events Manager are below those of tables. */
const PLACES = -1e9;

/** The patterns of the places and organizers that an item names. */
function placesOf(fields: Fields): readonly number[] {
  return [...fields.metaLists(REFERENCES)].flatMap(([key, ids]) => {
    const known = ids.filter((id) => /^[1-9]\d{0,8}$/.test(id)).map(Number);
    return key === '_location_id' ? known.map((id) => PLACES - id) : known;
  });
}

/** A public place or organizer of events, or a product, as a part of the pages that refer to it. */
export function patternOf(entry: RawEntry, fields: Fields): RawPattern | undefined {
  const { id, type, status, title, body } = entry;
  if (status !== 'publish' || entry.protected) return undefined;
  if (type === 'product' && id !== undefined) return { id, body: productLine(entry) };
  const ref = type === 'location' ? placesOf(fields)[0] : id;
  if (ref === undefined || !/^(?:tribe_venue|tribe_organizer|location)$/.test(type)) return undefined;
  const heading = type === 'tribe_organizer' ? 'Organizer' : 'Venue';
  return { id: ref, body: `<h2>${heading}</h2>\n\n<p>${title}</p>\n\n${body}` };
}

function shownValue(key: string, last: (key: string) => string): string {
  const value = last(key);
  if (key === 'edd_variable_prices') return last('_variable_pricing') === '1' ? pricesOf(value) : '';
  const isOnRequest = () => Object.entries(PRICE_ON_REQUEST).some(([name, set]) => last(name) === set);
  if (/(?:property|listing)_price$/.test(key) && isOnRequest()) return '';
  if (key === 'edd_price' && last('_variable_pricing') === '1') return '';
  // Seconds since 1970 on the clock of the place.
  if (/^evcal_.row$/.test(key)) return /^\d{1,11}$/.test(value) ? timeAt(Number(value)) : '';
  const symbol = key === '_EventCost' && /^[\d.,]+$/.test(value) ? last('_EventCurrencySymbol') : '';
  const clock = /^mec_(?:start|end)_date$/.test(key) ? clockTime(key.replace('date', 'time'), last) : '';
  const line = value.replace(/\s*\n\s*/g, ', ');
  return symbol + line.replace(TIME, last('_EventAllDay') === 'yes' ? '$1' : '$1$2') + clock;
}

function timeAt(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');
}

/** The time of day that Modern Events Calendar keeps in three values. */
function clockTime(key: string, last: (key: string) => string): string {
  const hour = last(`${key}_hour`);
  if (hour === '' || last('mec_allday') === '1' || last('mec_hide_time') === '1') return '';
  return ` ${hour}:${last(`${key}_minutes`).padStart(2, '0')} ${last(`${key}_ampm`)}`.trimEnd();
}

function pricesOf(stored: string): string {
  const prices = readPhpSerialized(stored);
  if (typeof prices !== 'object' || prices === null) return '';
  return Object.values(prices)
    .flatMap((price) =>
      typeof price === 'object' && price !== null ? `${price['name'] ?? ''}: ${price['amount'] ?? ''}` : [],
    )
    .join(', ');
}
