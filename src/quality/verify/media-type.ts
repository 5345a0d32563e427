/** A media type with its parameters, names in lower case. */
export interface MediaType {
  /** `text/markdown`; empty when there is none. */
  readonly essence: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Reads the value of `Content-Type`.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1
 */
export function parseMediaType(value: string | undefined): MediaType {
  const [essence = '', ...rest] = (value ?? '').match(/(?:"(?:[^"\\]|\\.)*"|[^;"])+/g) ?? [];
  const parameters = new Map<string, string>();
  for (const part of rest) {
    const equals = part.indexOf('=');
    if (equals === -1) continue;
    const text = part.slice(equals + 1).trim();
    const plain = text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
    parameters.set(part.slice(0, equals).trim().toLowerCase(), plain);
  }
  return { essence: essence.trim().toLowerCase(), parameters };
}

/** True when a comma-separated list of names, such as `Vary`, contains one; `*` contains all. */
export function listsName(value: string | undefined, name: string): boolean {
  const names = (value ?? '').split(',').map((one) => one.trim().toLowerCase());
  return names.includes(name.toLowerCase()) || names.includes('*');
}
