/** The syntax of Apache's configuration. */

import type { DocumentAnswer } from './answers.js';

/** A directive's argument without variables. */
export function apacheText(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** An argument with variables: only quotes are escaped. */
export function apacheRaw(text: string): string {
  return `"${text.replace(/"/g, '\\"')}"`;
}

/** An expression of mod_rewrite, which has no escaped quotes. */
export function apacheRegex(text: string): string {
  return `"${text.replace(/"/g, '\\x22')}"`;
}

/** The value of a header: per cent signs would be variables. */
function headerText(value: string): string {
  return apacheText(value.replace(/%/g, '%%'));
}

/**
 * True in an answer that a rule has marked. A rule that leads to another file starts the request again, and prefixes
 * its variables with `REDIRECT_`.
 */
export function marked(value: string): string {
  return apacheRaw(`expr=${isMarked(value)}`);
}

/** True in a marked answer with a body: a client already has the body of a 304. */
export function markedWithBody(value: string): string {
  return apacheRaw(`expr=%{REQUEST_STATUS} -ne 304 && (${isMarked(value)})`);
}

function isMarked(value: string): string {
  return `reqenv('svc') == '${value}' || reqenv('REDIRECT_svc') == '${value}'`;
}

/**
 * Sends headers where a condition holds; a name that occurs twice is sent twice. `Vary` also names `Accept-Encoding`,
 * which Apache itself adds to compressed answers only, and not to their 304.
 */
export function headersWhere(
  condition: string,
  headers: readonly (readonly [string, string])[],
  table: 'always' | 'onsuccess' = 'onsuccess',
): readonly string[] {
  return headers.flatMap(([name, value]) => {
    const line = (action: string, text: string) =>
      `Header ${table} ${action} ${name} ${headerText(text)} ${condition}`;
    if (name === 'Vary') return [line('merge', 'Accept-Encoding'), line('merge', value)];
    return [line(name === 'Link' ? 'add' : 'set', value)];
  });
}

/** Documents with the same headers. */
export interface AnswerClass {
  readonly headers: DocumentAnswer['headers'];
  readonly proof: DocumentAnswer['proof'];
  readonly contentType: string;
  readonly answers: readonly DocumentAnswer[];
}

/** Groups documents by their headers, in the order in which they come. */
export function answerClasses(answers: readonly DocumentAnswer[]): readonly AnswerClass[] {
  const classes = new Map<string, AnswerClass & { readonly answers: DocumentAnswer[] }>();
  for (const answer of answers) {
    const { headers, proof, contentType, canonical } = answer;
    const key = JSON.stringify([contentType, headers, proof, canonical]);
    const known = classes.get(key);
    if (known === undefined) classes.set(key, { headers, proof, contentType, answers: [answer] });
    else known.answers.push(answer);
  }
  return [...classes.values()];
}
