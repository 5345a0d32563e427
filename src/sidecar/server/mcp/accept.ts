/** In which forms a client takes answers. */
export interface Accepted {
  readonly json: boolean;
  readonly streams: boolean;
}

/**
 * By the `Accept` of a request. JSON is what everybody gets but clients that name streams and nothing else, since an
 * answer that can always be JSON gives no reason to refuse anybody. Streams are for clients that name them.
 */
export function acceptedBy(header: string | undefined): Accepted {
  const types = (header ?? '').split(',').map((one) => one.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  const streams = types.includes('text/event-stream');
  const json = ['application/json', 'application/*', '*/*'].some((type) => types.includes(type));
  return { json: json || !streams, streams };
}
