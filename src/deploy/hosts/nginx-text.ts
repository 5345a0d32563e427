/** The syntax of nginx's configuration, and the maps that its rules share. */

import { shortHash } from '../../core/hash.js';
import { INDEX_FILES } from '../../site/page-file.js';
import type { HeadersManifest } from '../manifests/neutral.js';
import type { DocumentAnswer } from './answers.js';

/** A name that no file has, for directives that require one. */
export const NOTHING = '/.svc-nothing';

/** A block with its lines indented. */
export function block(head: string, lines: readonly string[]): readonly string[] {
  return [`${head} {`, ...lines.map((line) => (line === '' ? '' : `    ${line}`)), '}'];
}

/** A string that is an expression, or the name of a location, or has variables of this program in it. */
export function quotedRegex(text: string): string {
  return `"${text.replace(/\\(?=["\\tnr])/g, '\\\\').replace(/"/g, '\\"')}"`;
}

/** Names of the variables and named locations of one site; nginx has them global, and two sites must not share any. */
export class NginxNames {
  readonly #prefix: string;

  constructor(baseUrl: string) {
    // Short, since nginx allows 64 characters.
    this.#prefix = `svc_${shortHash(baseUrl).slice(0, 6)}`;
  }

  /** The bare name. */
  of(name: string): string {
    return `${this.#prefix}_${name}`;
  }

  /** The value of a variable, also before a letter. */
  value(name: string): string {
    return `\${${this.of(name)}}`;
  }

  /** A string without variables: nginx has no other way to escape the dollar sign. */
  text(text: string): string {
    return quotedRegex(text).replaceAll('$', this.value('dollar'));
  }
}

/** The variables with the page of a folder; for an address without slash, those of the folder with that name. */
export function indexVariables(names: NginxNames, kind: 'index' | 'slashless' = 'index'): readonly string[] {
  return INDEX_FILES.map((file) => `$${names.of(`${kind}_${file.replace('.', '_')}`)}`);
}

/** Maps for the page of a folder. Named groups only: others would overwrite the captures of a location. */
export function indexMaps(names: NginxNames): readonly string[] {
  const folder = names.of('folder');
  return indexVariables(names).flatMap((variable, index) =>
    block(`map $uri ${variable}`, [
      `default ${NOTHING};`,
      `"~^(?<${folder}>.*)/$" "$${folder}/${INDEX_FILES[index]}";`,
    ]),
  );
}

/** A header of pages or of twins in their place: elsewhere its variable is empty, so that it isn't sent. */
interface PageHeader {
  readonly header: string;
  /** Without dollar sign. */
  readonly variable: string;
  /** Values as they are written; undefined where the header is not sent. */
  readonly page: string | undefined;
  readonly twin: string | undefined;
}

/** Every header of pages, in the order in which they are sent. */
export function nginxPageHeaders({ pages }: HeadersManifest, names: NginxNames): readonly PageHeader[] {
  const { headers, links, alternate } = pages;
  const twins = pages.negotiation?.headers ?? {};
  const value = (text: string | undefined) => (text === undefined ? undefined : names.text(text));
  const link = (name: string, page: string): PageHeader => ({
    header: 'Link',
    variable: names.of(name),
    page,
    twin: page,
  });
  return [
    ...[...new Set([...Object.keys(headers), ...Object.keys(twins)])].map((header, index) => ({
      header,
      variable: names.of(`header_${index + 1}`),
      page: value(headers[header]),
      twin: value(twins[header]),
    })),
    ...links.map((text, index) => link(`link_${index + 1}`, names.text(text))),
    ...(alternate === null ? [] : [link('link_twin', `"${names.value('alternate')}"`)]),
  ];
}

/** The variable with a proof field of a signed document: empty, and so not sent, with 304. */
export function proofVariable(
  { path = '' }: Pick<DocumentAnswer, 'path'>,
  header: string,
  names: NginxNames,
): string {
  return names.of(`proof_${shortHash(`${path} ${header}`).slice(0, 8)}`);
}

/** The proof fields of signed documents, for answers that have a body. */
export function proofMaps(answers: readonly DocumentAnswer[], names: NginxNames): readonly string[] {
  return answers.flatMap((answer) =>
    answer.proof.flatMap(([header, value]) =>
      block(`map $status $${proofVariable(answer, header, names)}`, [
        `default ${names.text(value)};`,
        '304 "";',
      ]),
    ),
  );
}
