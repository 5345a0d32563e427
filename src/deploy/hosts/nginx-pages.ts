import { shortHash } from '../../core/hash.js';
import type { HeadersManifest } from '../manifests/neutral.js';
import type { DocumentAnswer } from './answers.js';
import { block, type NginxNames } from './nginx-text.js';

/** A header of pages or of twins in their place: elsewhere its variable is empty, so that it isn't sent. */
export interface PageHeader {
  readonly header: string;
  /** Without dollar sign. */
  readonly variable: string;
  /** Values as they are written; undefined where the header is not sent. */
  readonly page: string | undefined;
  readonly twin: string | undefined;
}

/** Every header of pages, in the order in which they are sent. */
export function pageHeaders({ pages }: HeadersManifest, names: NginxNames): readonly PageHeader[] {
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
