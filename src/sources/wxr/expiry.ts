/** Keys of extensions that take an item back at a time. */
export const EXPIRY_KEYS: ReadonlySet<string> = new Set([
  '_expiration-date',
  '_expiration-date-status',
  '_expiration-date-type',
  'unpublish_timestamp',
]);

/** What the extension does with the item then; others change its terms. */
const TAKES_BACK = /^(?:|draft|private|trash|delete)$/;

/** When an extension takes the item back, in Unix seconds. */
export function expiryOf(meta: ReadonlyMap<string, string>): number | undefined {
  const time = (key: string) => {
    const text = meta.get(key)?.trim() ?? '';
    return /^\d{9,11}$/.test(text) ? Number(text) : undefined;
  };
  const isPlanned =
    meta.get('_expiration-date-status')?.trim() === 'saved' &&
    TAKES_BACK.test(meta.get('_expiration-date-type')?.trim() ?? '');
  return (isPlanned ? time('_expiration-date') : undefined) ?? time('unpublish_timestamp');
}
