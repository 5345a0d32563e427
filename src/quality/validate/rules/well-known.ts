/** Rules about files below `/.well-known/`. */

import { listOf, objectOf, textOf } from '../../../core/json.js';
import { encodeSegments } from '../../../core/percent.js';
import { isIndexed } from '../../../documents/discovery/well-known-index.js';
import { withPrefix } from '../../../documents/rest-addresses.js';
import { resolveUrl } from '../resolve-url.js';
import { DISCOVERY_FILE, type Fault, type Rule, type Subject } from '../rule.js';
import { inDiscovery } from './resource-rules.js';

const FOLDER = '.well-known/';

interface Entry {
  readonly pointer: string;
  readonly name: string;
  readonly url: string;
  readonly source: string;
}

function entriesOf({ discovery }: Subject): readonly Entry[] {
  return listOf(discovery['well_known']).map((item, index) => {
    const { name, url, source } = objectOf(item);
    return { pointer: `/well_known/${index}`, name: textOf(name), url: textOf(url), source: textOf(source) };
  });
}

/** A file of the site overrides everything, and the index says so. */
export const realFiles: Rule = {
  id: 'M9',
  covers: ['T12'],
  level: 'error',
  title: "A real file in the site's `.well-known` is in the folder and listed with `source: file`",
  *check(subject) {
    const entries = entriesOf(subject);
    for (const name of subject.realWellKnown ?? []) {
      const file = FOLDER + name;
      // An address that is a folder too has its file inside.
      if (![file, `${file}/index.json`, `${file}/index`].some((place) => subject.folder.has(place))) {
        const fix = 'Build again.';
        yield { file, code: 'real-file-missing', message: "The site's own file isn't in the folder.", fix };
      }
      const entry = entries.find((one) => one.name === name);
      if (entry?.source === 'file' || !isIndexed(name)) continue;
      const found = entry === undefined ? "it isn't listed" : `it is listed as "${entry.source}"`;
      const message = `The site has its own file at ${name}, but ${found}.`;
      yield { ...inDiscovery(entry?.pointer ?? '/well_known'), code: 'real-file-unlisted', message };
    }
  },
};

/** Each entry names its true producer. */
export const wellKnownSources: Rule = {
  id: 'T13',
  level: 'error',
  title: 'Every `source` in `well_known` is file, managed or generated, and names the true producer',
  *check(subject) {
    for (const { pointer, name, source } of entriesOf(subject)) {
      const wrong = wrongSource(name, source, subject);
      if (wrong !== undefined)
        yield { ...inDiscovery(`${pointer}/source`), code: 'well-known-source', message: wrong };
    }
  },
};

function wrongSource(name: string, source: string, { rowOf, realWellKnown }: Subject): string | undefined {
  switch (source) {
    case 'generated':
      return rowOf(FOLDER + name) === undefined ? `The program writes no document "${name}".` : undefined;
    case 'file': {
      const isReal = realWellKnown === undefined || realWellKnown.includes(name);
      return isReal ? undefined : `The site has no file called "${name}".`;
    }
    case 'managed':
      return undefined;
    default:
      return `Expected file, managed or generated, found "${source}".`;
  }
}

/** The index is complete. */
export const wellKnownIndex: Rule = {
  id: 'well-known-index',
  level: 'error',
  title: '`well_known` lists every document below `/.well-known/` once, at its address',
  *check(subject) {
    const { folder, deployment } = subject;
    if (!folder.has(DISCOVERY_FILE)) return;
    const names = new Set<string>();
    for (const { pointer, name, url } of entriesOf(subject)) {
      if (names.has(name)) {
        yield { ...inDiscovery(pointer), code: 'well-known-repeated', message: `"${name}" is listed twice.` };
      }
      names.add(name);
      const expected = `${deployment.baseUrl}/${FOLDER}${encodeSegments(name)}`;
      if (url === expected) continue;
      const message = `Expected the address ${expected}, found "${url}".`;
      yield { ...inDiscovery(`${pointer}/url`), code: 'well-known-address', message };
    }
    for (const name of namesIn(subject)) {
      if (names.has(name)) continue;
      const message = `${FOLDER}${name} is there, but not in the index.`;
      yield { ...inDiscovery('/well_known'), code: 'well-known-unlisted', message };
    }
  },
};

/** Documents of the service at any depth, and all other files directly in the folder. */
function* namesIn({ folder, rowOf }: Subject): Iterable<string> {
  for (const file of folder.files(FOLDER.slice(0, -1))) {
    const path = rowOf(file)?.path;
    const name = (path ?? `/${file}`).slice(FOLDER.length + 1);
    if (path !== undefined || (!name.includes('/') && !name.startsWith('.'))) yield name;
  }
}

/** A document with several addresses has the same bytes at each. */
export const aliases: Rule = {
  id: 'aliases',
  level: 'error',
  title: 'A document and its aliases have the same bytes',
  *check({ table, folder, deployment }) {
    for (const row of table.filter((one) => (one.aliases?.length ?? 0) > 0 && !one.path.includes('{'))) {
      const document = folder.document(row.path.slice(1));
      if (document?.source !== 'generated') continue;
      for (const path of row.aliases ?? []) {
        const file = withPrefix(path, deployment).slice(1);
        const alias = folder.document(file) ?? folder.document(`${file}/index.json`);
        if (alias === undefined && resolveUrl(deployment.baseUrl + path, deployment, folder) === 'missing') {
          const fix = 'Build again.';
          yield { file, code: 'alias-missing', message: `This address of ${document.file} is missing.`, fix };
        } else if (alias?.source === 'generated' && !Buffer.from(alias.bytes()).equals(document.bytes())) {
          const message = `The bytes differ from those of ${document.file}.`;
          yield { file: alias.file, code: 'alias-differs', message, fix: 'Build again.' };
        }
      }
    }
  },
};

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
    const fix = 'Build and deploy again; in a file of your own, set a later date.';
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
