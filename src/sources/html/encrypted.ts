/** Names in pages that tools have encrypted, and in those that ask for a password. */
const ENCRYPTED =
  /staticrypt|hugo-encrypt|hbe-input-container|hexo-blog-encrypt|hbeData|pagecrypt|mkdocs-(?:encrypted-content|decrypt-form)|post-password-form/i;
/** An attribute of a box, form or script, or a call; a page may also have such a name as its subject. */
const IN_TAG = /<(?:html|body|div|form|input|script|pre)\s([^<>]{1,500})/gi;
const NAME = /(?:^|\s)(?:id|class|name)\s*=\s*(?:"[^"]*"|'[^']*'|\S+)/gi;
const CALL = /\bstaticrypt(?:(?:Initiator|Config)\b|\.init\()/;

/** Returns whether a tool has encrypted a page, or a page asks for its password. */
export function isEncrypted(text: string): boolean {
  const start = text.slice(0, 200_000);
  if (!ENCRYPTED.test(start)) return false;
  const names = [...start.matchAll(IN_TAG)].flatMap(([, attributes = '']) => attributes.match(NAME) ?? []);
  return CALL.test(start) || names.some((name) => ENCRYPTED.test(name));
}
