import type { RawFinding, Rule } from '../rule.js';

const YEAR = 366 * 86_400;
const WEB_FIELDS = ['acknowledgments', 'canonical', 'csaf', 'encryption', 'hiring', 'policy'];
const ONCE = ['expires', 'preferred-languages'];

interface Field {
  readonly line: number;
  readonly name: string;
  readonly value: string;
}

/**
 * The contact for vulnerability reports can be parsed and has not expired.
 * @see https://www.rfc-editor.org/rfc/rfc9116
 */
export const securityTxt: Rule = {
  id: 'security-txt',
  level: 'error',
  title: "`security.txt` follows RFC 9116 and hasn't expired",
  anywhere: true,
  *checkDocument(document, subject) {
    if (document.row.id !== 'security-txt' && document.file !== '.well-known/security.txt') return;
    if (!document.isWhole) return;
    const { file } = document;
    const { fields, faults } = readFields(document.text());
    const all = [
      ...faults,
      ...faultsOfNumbers(fields),
      ...faultsOfValues(fields, subject.deployment.baseUrl),
      ...faultsOfTime(fields, subject.now),
      ...faultsOfPlace(fields, `${subject.deployment.baseUrl}/${file}`),
    ];
    for (const fault of all) yield { ...fault, file };
  },
};

type Fault = Omit<RawFinding, 'file'>;

/** Fields in order, without the armour of an OpenPGP signature. */
function readFields(text: string): { readonly fields: readonly Field[]; readonly faults: readonly Fault[] } {
  const fields: Field[] = [];
  const faults: Fault[] = [];
  const signed = text.startsWith('-----BEGIN PGP SIGNED MESSAGE-----');
  const end = signed ? text.indexOf('-----BEGIN PGP SIGNATURE-----') : -1;
  const lines = (end === -1 ? text : text.slice(0, end)).split(/\r?\n/);
  const start = signed ? lines.indexOf('') + 1 : 0;
  for (const [index, line] of lines.entries()) {
    if (index < start || line.trim() === '' || line.startsWith('#')) continue;
    const match = /^([A-Za-z][A-Za-z0-9-]*): *(\S.*?) *$/.exec(line);
    if (match === null) {
      faults.push({
        code: 'security-line',
        line: index + 1,
        message: 'Expected "Name: value", a comment or nothing.',
      });
    } else fields.push({ line: index + 1, name: (match[1] ?? '').toLowerCase(), value: match[2] ?? '' });
  }
  return { fields, faults };
}

function* faultsOfNumbers(fields: readonly Field[]): Iterable<Fault> {
  for (const [name, shown] of [
    ['contact', 'Contact'],
    ['expires', 'Expires'],
  ]) {
    if (!fields.some((field) => field.name === name)) {
      yield { code: 'security-missing', message: `Expected at least one field "${shown}", found none.` };
    }
  }
  for (const name of ONCE) {
    const second = fields.filter((field) => field.name === name)[1];
    if (second !== undefined) {
      yield { code: 'security-repeated', line: second.line, message: `"${name}" is allowed only once.` };
    }
  }
}

/** A site on http can't have https addresses of its own. */
function* faultsOfValues(fields: readonly Field[], baseUrl: string): Iterable<Fault> {
  const isOwn = (url: string) => baseUrl.startsWith('http:') && `${url}/`.startsWith(`${baseUrl}/`);

  for (const { name, value, line } of fields) {
    const isWeb = WEB_FIELDS.includes(name) || (name === 'contact' && /^http/i.test(value));
    if (isWeb && name !== 'encryption' && !/^https:\/\/\S+$/i.test(value) && !isOwn(value)) {
      yield { code: 'security-https', line, message: `Expected an https address, found "${value}".` };
    } else if (name === 'contact' && !/^[a-z][a-z0-9+.-]*:\S+$/i.test(value)) {
      yield {
        code: 'security-contact',
        line,
        message: `Expected an address such as mailto:, tel: or https:, found "${value}".`,
      };
    }
  }
}

function* faultsOfTime(fields: readonly Field[], now: number): Iterable<Fault> {
  const field = fields.find(({ name }) => name === 'expires');
  if (field === undefined) return;
  const { value, line } = field;
  const isDate = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/.test(value);
  const time = isDate ? Date.parse(value.toUpperCase()) / 1000 : Number.NaN;
  if (Number.isNaN(time)) {
    yield {
      code: 'security-date',
      line,
      message: `Expected a date such as 2027-01-31T08:00:00Z, found "${value}".`,
    };
  } else if (time <= now) {
    const fix = 'Build and deploy again.';
    yield { code: 'security-expired', line, message: `It expired on ${value}.`, fix };
  } else if (time > now + YEAR) {
    yield {
      level: 'warning',
      code: 'security-far',
      line,
      message: 'It expires later than in a year, which readers distrust.',
    };
  }
}

/** RFC 9116 section 2.5.2: if there is a `Canonical`, one of them must be the address of this file. */
function* faultsOfPlace(fields: readonly Field[], url: string): Iterable<Fault> {
  const canonical = fields.filter(({ name }) => name === 'canonical');
  const [first] = canonical;
  if (first === undefined || canonical.some(({ value }) => value === url)) return;
  yield { code: 'security-canonical', line: first.line, message: `No "Canonical" names ${url}.` };
}
