/**
 * Decodes a slug or nicename, which the export holds percent-encoded (`%e8%87%aa` for `自`), to NFC. A slug that was
 * cut in the middle of a character stays as it is.
 */
export function decodeSlug(slug: string): string {
  if (!slug.includes('%')) return slug.normalize('NFC');
  try {
    return decodeURIComponent(slug).normalize('NFC');
  } catch {
    return slug;
  }
}
