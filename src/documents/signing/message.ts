/** Header or trailer fields in the order in which they were sent; a name may occur more than once. */
export type Fields = Iterable<readonly [name: string, value: string]>;

/** The parts of a request that can be signed. */
export interface RequestMessage {
  readonly kind: 'request';
  readonly method: string;
  /** The absolute request address. */
  readonly url: string;
  readonly fields: Fields;
  readonly trailers?: Fields;
}

/** The parts of a response that can be signed. */
export interface ResponseMessage {
  readonly kind: 'response';
  readonly status: number;
  readonly fields: Fields;
  readonly trailers?: Fields;
  /** The request; without it no component with `req` has a value. */
  readonly request?: RequestMessage;
}

/** An HTTP message, as far as RFC 9421 covers it. */
export type HttpMessage = RequestMessage | ResponseMessage;

/** The values of a field, trimmed and unfolded, in order; empty when it was not sent. */
export function fieldValues(fields: Fields, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  const values: string[] = [];
  for (const [key, value] of fields) {
    if (key.toLowerCase() === wanted) values.push(value.trim().replace(/[ \t]*\r?\n[ \t]+/g, ' '));
  }
  return values;
}
