/** Names in encrypted pages, and in pages that ask for a password. */
const ENCRYPTED =
  /staticrypt|hugo-encrypt|hbe-input-container|hexo-blog-encrypt|hbeData|pagecrypt|mkdocs-(?:encrypted-content|decrypt-form)|post-password-form/i;
/** Elements whose attributes are searched, because the text of a page may mention such a name too. */
const IN_TAG = /<(?:html|body|div|form|input|script|pre)\s([^<>]{1,500})/gi;
const NAME = /(?:^|\s)(?:id|class|name)\s*=\s*(?:"[^"]*"|'[^']*'|\S+)/gi;
const CALL = /\bstaticrypt(?:(?:Initiator|Config)\b|\.init\()/;

/** Returns true if a page is encrypted or asks for a password. */
export function isEncrypted(text: string): boolean {
  const start = text.slice(0, 200_000);
  if (!ENCRYPTED.test(start)) return false;
  const names = [...start.matchAll(IN_TAG)].flatMap(([, attributes = '']) => attributes.match(NAME) ?? []);
  return CALL.test(start) || names.some((name) => ENCRYPTED.test(name));
}
