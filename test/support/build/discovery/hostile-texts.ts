/** Texts that break out of one format or another. */
export const HOSTILE_TEXTS: readonly string[] = [
  '"},{"id":"x"',
  '</script><script>alert(1)</script>',
  '](https://evil.example/)\n- [forged',
  '`code` ``` ~~~ \n# Heading\n---\nname: forged',
  'Line\r\nContact: mailto:evil@evil.example\r\nExpires: 1970-01-01T00:00:00Z',
  '\u0000\u0001\u001b[31m\u202e\u2028\u2029\ufeff',
  '\ud800 lone \udc00',
  '__proto__',
  'constructor',
  '{"$ref":"#"} {+path} {id} $x $& $1 %00 %2e%2e/',
  '../../etc/passwd',
  'Ünï¢ødé 茶 🍵 e\u0301 ﷽',
  'x'.repeat(5000),
  'javascript:alert(1)',
  'https://evil.example/"onmouseover="x',
];
