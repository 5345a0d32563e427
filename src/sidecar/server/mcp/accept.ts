/** The response forms that a client accepts. */
export interface Accepted {
  readonly json: boolean;
  readonly streams: boolean;
}

/**
 * Reads the accepted forms from the `Accept` field. JSON is for all clients except those that name only streams; since
 * it is always available, no client needs to be refused. Streams are for clients that name them.
 */
export function acceptedBy(header: string | undefined): Accepted {
  const types = (header ?? '').split(',').map((one) => one.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  const streams = types.includes('text/event-stream');
  const json = ['application/json', 'application/*', '*/*'].some((type) => types.includes(type));
  return { json: json || !streams, streams };
}
