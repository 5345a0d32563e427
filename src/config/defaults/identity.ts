import {
  addressText,
  block,
  emailText,
  int,
  line,
  list,
  map,
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

const feature = 'identity';
const contact = 'security.txt';

/** The identity behind the site, and the contact for security problems. */
export const identity = {
  identity: map(
    {
      entity_type: oneOf(['Person', 'Organization', 'LocalBusiness', 'Store'], 'Person', {
        text: 'The kind of entity behind the site.',
        feature,
      }),
      name: line(200, {
        text: "Its name; empty for the site's name. Without it a site is never shown as a person.",
        feature,
      }),
      role: line(200, { text: 'Role or profession.', feature }),
      about: block(2000, { text: 'What the person or organisation is and does.', feature }),
      not_description: block(2000, {
        text: 'What the person or organisation is often mistaken for.',
        feature,
      }),
      audience: line(300, { text: 'The intended audience.', feature }),
      contact_email: emailText({ text: 'Public e-mail address.', feature }),
      expertise: textList({ text: 'Fields of expertise.', feature }),
      same_as: urlList({ text: 'Profiles of the same entity elsewhere.', feature }),
      services: rows<Service>(
        {
          rule: 'at most 50 of `{name, description, url}`; name required, at most 200; description at most 1000',
          max: 50,
          readRow: readService,
        },
        { text: 'Services offered.', feature },
      ),
    },
    { text: 'The person or organisation behind the site.', feature },
  ),
  security: map(
    {
      contacts: list(
        {
          kind: 'list of contacts',
          rule: 'e-mail addresses, or URIs of scheme http, https, mailto or tel',
          item: (input) => textItem(input, cleanContact),
        },
        { text: 'Where to report a security problem.', feature: contact },
      ),
      policy: addressText({ text: 'Address of the disclosure policy.', feature: contact }),
      acknowledgments: addressText({ text: 'Address of the page that thanks reporters.', feature: contact }),
      encryption: addressText({ text: 'Address of the encryption key.', feature: contact }),
      hiring: addressText({ text: 'Address of security job offers.', feature: contact }),
      preferred_languages: line(MAX_ITEM, {
        text: "Languages of reports, such as `en, fr`; empty for the site's language.",
        feature: contact,
      }),
      expires_days: int(
        182,
        { min: 1, max: 365 },
        { text: 'Days until `security.txt` expires.', feature: contact },
      ),
    },
    { text: 'The contents of `security.txt`.', feature: contact },
  ),
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
