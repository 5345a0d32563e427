/**
 * The media type alone, in lower case and without parameters.
 * @param field value of a `Content-Type` field; empty for none
 */
export function mediaTypeOf(field = ''): string {
  return (field.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** Whether the type of a script is that of JSON-LD. */
export function isJsonLd(type: string): boolean {
  return mediaTypeOf(type) === 'application/ld+json';
}

/**
 * Whether a content type is one of the accepted ones.
 * @param wanted `application/json`, `image/*`, `application/*+json`
 * @param type value of a `Content-Type` field, with its parameters
 */
export function acceptsType(wanted: readonly string[], type: string): boolean {
  const [kind = '', name = ''] = mediaTypeOf(type).split('/');
  if (kind === '' || name === '') return false;
  return wanted.some((one) => {
    const [wantedKind = '', wantedName = ''] = one.toLowerCase().split('/');
    if (wantedKind !== kind) return false;
    return wantedName.startsWith('*') ? name.endsWith(wantedName.slice(1)) : wantedName === name;
  });
}
