/**
 * Whether a file or folder name begins with a dot: web servers refuse such names, and tools such as Git act on what
 * inside them. `.well-known` (RFC 8615) isn't hidden.
 */
export function isHiddenName(name: string): boolean {
  return name.startsWith('.') && name.toLowerCase() !== '.well-known';
}
