import { shortHash } from '../../core/hash.js';
import type { HeadersManifest } from '../manifests/neutral.js';
import type { DocumentAnswer } from './answers.js';
import { block, type NginxNames } from './nginx-text.js';

/** A header of pages or of twins that are sent in their place: a variable that is empty, and then not sent, elsewhere. */
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

/** The variable with a field that proves a signed document: empty, and then not sent, with 304. */
export function proofVariable(
  { path = '' }: Pick<DocumentAnswer, 'path'>,
  header: string,
  names: NginxNames,
): string {
  return names.of(`proof_${shortHash(`${path} ${header}`).slice(0, 8)}`);
}

/** What proves signed documents, for answers that have a body. */
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
