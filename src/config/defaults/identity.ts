import {
  addressText,
  block,
  emailText,
  int,
  line,
  list,
  map,
  ofFeature,
  oneOf,
  rows,
  textItem,
  textList,
  urlList,
} from '../fields.js';
import { asText, cleanAddress, cleanBlock, cleanEmail, cleanLine, cleanUrl, MAX_ITEM } from '../text.js';

/** One service that the person or organisation offers. */
export interface Service {
  readonly name: string;
  readonly description: string;
  readonly url: string;
}

/** The identity behind the site, and the contact for security problems. */
export const identity = {
  ...ofFeature('identity', {
    identity: map(
      {
        entity_type: oneOf(
          ['Person', 'Organization', 'LocalBusiness', 'Store'],
          'Person',
          'The kind of entity behind the site.',
        ),
        name: line(200, "Its name; empty for the site's name. Without it a site is never shown as a person."),
        role: line(200, 'Role or profession.'),
        about: block(2000, 'What the person or organisation is and does.'),
        not_description: block(2000, 'What the person or organisation is often mistaken for.'),
        audience: line(300, 'The intended audience.'),
        contact_email: emailText('Public e-mail address.'),
        expertise: textList('Fields of expertise.'),
        same_as: urlList('Profiles of the same entity elsewhere.'),
        services: rows<Service>(
          {
            rule: 'at most 50 of `{name, description, url}`; name required, at most 200; description at most 1000',
            max: 50,
            readRow: readService,
          },
          'Services offered.',
        ),
      },
      'The person or organisation behind the site.',
    ),
  }),
  ...ofFeature('security.txt', {
    security: map(
      {
        contacts: list(
          {
            kind: 'list of contacts',
            rule: 'e-mail addresses, or URIs of scheme http, https, mailto or tel',
            item: (input) => textItem(input, cleanContact),
          },
          'Where to report a security problem.',
        ),
        policy: addressText('Address of the disclosure policy.'),
        acknowledgments: addressText('Address of the page that thanks reporters.'),
        encryption: addressText('Address of the encryption key.'),
        hiring: addressText('Address of security job offers.'),
        preferred_languages: line(
          MAX_ITEM,
          "Languages of reports, such as `en, fr`; empty for the site's language.",
        ),
        expires_days: int(182, { min: 1, max: 365 }, 'Days until `security.txt` expires.'),
      },
      'The contents of `security.txt`.',
    ),
  }),
};

function readService(row: Readonly<Record<string, unknown>>): Service | undefined {
  const name = cleanLine(asText(row['name']) ?? '', 200);
  if (name === '') return undefined;
  return {
    name,
    description: cleanBlock(asText(row['description']) ?? '', 1000),
    url: cleanAddress(asText(row['url']) ?? ''),
  };
}

/** An e-mail address or a URI of a scheme that RFC 9116 section 2.5.3 names, within one line. */
function cleanContact(text: string): string {
  if (text.length > MAX_ITEM) return '';
  if (/^https?:/i.test(text)) return cleanUrl(text);
  if (/^tel:\+?[0-9().\-;=a-z]+$/i.test(text)) return text;
  const address = text.replace(/^mailto:/i, '');
  return cleanEmail(address.split('?', 1)[0] ?? '') !== '' && !/[\s<>"\p{Cc}\p{Cs}]/u.test(address)
    ? text
    : '';
}
