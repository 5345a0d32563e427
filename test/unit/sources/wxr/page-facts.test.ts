import { describe, expect, it } from 'vitest';
import { serialise } from '../../../support/build/shop.js';
import { exportOf, itemOf, metaOf, readText } from '../../../support/sources/wxr/helpers.js';

/** Items of an export with one item of a type. */
async function itemsOf(type: string, fields: string) {
  const { items } = await readText(exportOf(itemOf(fields, 7).replace('>post<', `>${type}<`)));
  return items;
}

/** The facts in the body of an item, without the markup of the table. */
async function factsOf(type: string, fields: string): Promise<string> {
  const items = await itemsOf(type, fields);
  const body = items.flatMap((item) => (item.kind === 'entry' ? [item.entry.body] : []))[0] ?? '';
  return body
    .replace(/<\/th>/g, ': ')
    .replace(/<\/tr>/g, '; ')
    .replace(/<(?!!-- wp:block)[^<>]*>/g, '')
    .trim();
}

const term = (domain: string, name: string, slug = 'x') =>
  `<category domain="${domain}" nicename="${slug}"><![CDATA[${name}]]></category>`;
const metas = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([key, value]) => metaOf(key, value))
    .join('');

const GROUPED = term('product_type', '', 'grouped');

describe('an event', () => {
  it('that takes all day has no time of day', async () => {
    const meta = metaOf('_EventStartDate', '2025-06-01 00:00:00') + metaOf('_EventAllDay', 'yes');
    const item = itemOf(meta).replace('>post<', '>tribe_events<');
    const { entries } = await readText(exportOf(item));
    expect(entries[0]?.body).toContain('<td>2025-06-01</td>');
  });

  it('begins with what its page says of time and cost', async () => {
    const meta =
      metaOf('_EventStartDate', '2025-06-01 10:00:00') +
      metaOf('_EventCost', '5') +
      metaOf('_EventCurrencySymbol', '€');
    const item = itemOf(`<content:encoded>Rowing.</content:encoded>${meta}`);
    const { entries } = await readText(exportOf(item.replace('>post<', '>tribe_events<') + itemOf(meta, 2)));
    expect(entries.map(({ body }) => body)).toEqual([
      '<!-- wp:table -->\n<table><tbody><tr><th scope="row">Start</th><td>2025-06-01 10:00</td></tr><tr><th scope="row">Cost</th><td>€5</td></tr></tbody></table>\n<!-- /wp:table -->\n\nRowing.',
      '',
    ]);
  });

  it.each([
    [
      'event',
      metaOf('_eventorganiser_schedule_start_start', '2025-05-05 10:00:00') + term('event-venue', 'Mill'),
      'Start: 2025-05-05 10:00; Place: Mill;',
    ],
    [
      'mec-events',
      metas({
        mec_end_date: '2025-05-05',
        mec_end_time_hour: '5',
        mec_end_time_minutes: '0',
        mec_end_time_ampm: 'PM',
      }) + term('mec_location', 'Hall'),
      'End: 2025-05-05 5:00 PM; Place: Hall;',
    ],
    ['ajde_events', metaOf('evcal_srow', '1746435600'), 'Start: 2025-05-05 09:00;'],
    [
      'job_listing',
      metas({ _job_location: 'Porto', _company_name: 'Tide', _company_tagline: 'We row' }),
      'Place: Porto; Company: Tide, We row;',
    ],
    ['courses', metaOf('_tutor_course_benefits', 'Tides\nMoons'), 'What you learn: Tides, Moons;'],
    ['download', metaOf('edd_price', '19.00'), 'Price: 19.00;'],
    [
      'download',
      metas({
        _variable_pricing: '1',
        edd_price: '9',
        edd_variable_prices: serialise([{ name: 'Team', amount: '49' }]),
      }),
      'Price: Team: 49;',
    ],
    ['post', metaOf('_job_location', 'Porto'), ''],
  ])('of the type %s has its facts', async (type, fields, facts) => {
    expect(await factsOf(type, fields)).toBe(facts);
  });

  it('has its place and organizer, which are items of their own', async () => {
    const fields = metaOf('_EventVenueID', '11') + metaOf('_EventOrganizerID', '0');
    expect(await factsOf('tribe_events', fields)).toBe('<!-- wp:block {"ref":11} /-->');
    const place = (await itemsOf('tribe_venue', metaOf('_VenueCity', 'Porto'))).at(-1);
    expect(place?.kind === 'pattern' && place.pattern.body).toContain(
      '<h2>Venue</h2>\n\n<p>T</p>\n\n<!-- wp:table -->',
    );
  });

  it('has its place of Events Manager, which has numbers of its own', async () => {
    const number = metaOf('_location_id', '3');
    expect(await factsOf('event', number)).toBe('<!-- wp:block {"ref":-1000000003} /-->');
    const place = (await itemsOf('location', number + metaOf('_location_town', 'Porto'))).at(-1);
    expect(place?.kind === 'pattern' && place.pattern).toMatchObject({
      id: -1000000003,
      body: expect.stringContaining('<h2>Venue</h2>'),
    });
  });

  it.each([
    ['>publish<', '>draft<'],
    ['</item>', '<wp:post_password>x</wp:post_password></item>'],
  ])('shows no place that isn’t for every reader: %s %s', async (from, to) => {
    const venue = itemOf(metaOf('_VenueCity', 'Porto'), 7).replace('>post<', '>tribe_venue<');
    const { items } = await readText(exportOf(venue.replace(from, to)));
    expect(items.filter(({ kind }) => kind === 'pattern')).toEqual([]);
  });
});

describe('a product', () => {
  it('lists the products of its group, with a link to those in the catalogue', async () => {
    const cup = itemOf(`<link>https://x.example/cup/</link>${metaOf('_price', '9')}`, 7).replace(
      '>post<',
      '>product<',
    );
    const hidden = ['catalog', 'search'].map((name) =>
      term('product_visibility', '', `exclude-from-${name}`),
    );
    const jug = itemOf(metaOf('_price', '5') + hidden.join(''), 8).replace('>post<', '>product<');
    const group = itemOf(metaOf('_children', 'a:2:{i:0;i:7;i:1;i:8;}') + GROUPED, 9).replace(
      '>post<',
      '>product<',
    );
    const { items } = await readText(exportOf(cup + jug + group));
    const lines = items.flatMap((item) => (item.kind === 'pattern' ? item.pattern.body : []));
    expect(lines.slice(0, 2)).toEqual([
      expect.stringMatching(/^<p><a href="[^"]+">T<\/a>: 9<\/p>$/),
      '<p>T: 5</p>',
    ]);
    const body = items.flatMap((item) => (item.kind === 'entry' ? item.entry.body : [])).at(-1);
    expect(body).toContain('<!-- wp:block {"ref":7} /-->\n\n<!-- wp:block {"ref":8} /-->');
  });

  it('has no line for groups in a shop without groups, and none if it is private', async () => {
    const patterns = async (xml: string) =>
      (await readText(exportOf(xml))).items.filter(({ kind }) => kind === 'pattern');
    const cup = itemOf(metaOf('_price', '9'), 7).replace('>post<', '>product<');
    expect(await patterns(cup)).toEqual([]);
    expect(
      await patterns(cup.replace('</item>', `${GROUPED}</item>`).replace('>publish<', '>private<')),
    ).toEqual([]);
  });

  it('has its weight and size, which its page lists too', async () => {
    const fields = metas({ _weight: '0.4', _length: '10', _width: '9', _height: '8' });
    expect(await factsOf('product', fields)).toBe('Weight: 0.4; Dimensions: 10 × 9 × 8;');
  });

  it('that another shop sells has its button', async () => {
    const address = metas({ _product_url: 'https://shop.example/lamp', _button_text: 'Buy there' });
    const external = '<category domain="product_type" nicename="external">external</category>';
    expect(await factsOf('product', address + external)).toBe('Buy there');
    expect(await factsOf('product', address)).toBe('');
  });
});

describe('a property', () => {
  it.each([
    [{ fave_property_price: '9', fave_property_size: '80' }, 'Price: 9; Size: 80;'],
    [{ REAL_HOMES_property_price: '9', REAL_HOMES_property_bedrooms: '2' }, 'Price: 9; Bedrooms: 2;'],
    [{ property_price: '9', property_price_display: 'no', property_bathrooms: '1' }, 'Bathrooms: 1;'],
    [{ _listing_address: '1 Quay', _listing_city: 'Port' }, 'Address: 1 Quay, Port;'],
  ])('begins with what its page says: %j', async (meta, facts) => {
    expect(await factsOf('property', metas(meta))).toBe(facts);
  });
});

describe('a product of WooCommerce', () => {
  it('that is a subscription says how often its price is paid, and what it costs first', async () => {
    const meta = metas({
      _price: '10',
      _subscription_period: 'month',
      _subscription_period_interval: '1',
      _subscription_length: '12',
      _subscription_sign_up_fee: '5',
      _subscription_trial_length: '14',
      _subscription_trial_period: 'day',
    });
    expect(await factsOf('product', term('product_type', '', 'subscription') + meta)).toBe(
      'Price: 10 / month for 12 months; Sign-up fee: 5; Free trial: 14 days;',
    );
    const weekly = metas({ _price: '3', _subscription_period: 'week', _subscription_period_interval: '2' });
    expect(await factsOf('product', term('product_type', '', 'subscription') + weekly)).toBe(
      'Price: 3 every 2 weeks;',
    );
    expect(await factsOf('product', weekly)).toBe('Price: 3;');
  });

  it('has the texts of its own tabs', async () => {
    const tabs = serialise([{ title: 'Care', id: 'care', content: 'Rinse the rope.' }]);
    expect(await factsOf('product', metas({ yikes_woo_products_tabs: tabs }))).toBe('Care\nRinse the rope.');
  });
});
