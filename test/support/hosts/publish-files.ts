/** A rule of `_headers` as Cloudflare documents it. */
export interface HeaderRule {
  readonly glob: string;
  readonly unset: readonly string[];
  readonly set: readonly (readonly [string, string])[];
}

/**
 * Reads `_headers` by the documented grammar: a line that begins with `/` starts a rule, indented lines are headers
 * or, with `! `, take one back; `#` starts a comment. At most 100 rules, 2,000 characters in a line, one `*` in a path.
 * @see https://developers.cloudflare.com/pages/configuration/headers/
 */
export function parseHeaders(text: string): readonly HeaderRule[] {
  const rules: { glob: string; unset: string[]; set: [string, string][] }[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    if (line.length > 2000) throw new Error(`a line of ${line.length} characters`);
    if (line.startsWith('/')) {
      if (line.split('*').length > 2) throw new Error(`more than one star in ${line}`);
      rules.push({ glob: line, unset: [], set: [] });
      continue;
    }
    const rule = rules.at(-1);
    if (rule === undefined) throw new Error(`a header before any path: ${line}`);
    const colon = line.indexOf(':');
    if (line.startsWith('! ')) rule.unset.push(line.slice(2).toLowerCase());
    else if (colon < 1 || /\s/.test(line.slice(0, colon))) throw new Error(`no header: ${line}`);
    else rule.set.push([line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]);
  }
  if (rules.length > 100) throw new Error(`${rules.length} rules`);
  return rules;
}

/** What an address is sent with: rules in their order, values of a name joined by commas. */
export function headersAt(rules: readonly HeaderRule[], path: string): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const { unset, set } of rules.filter((rule) => matches(rule.glob, path))) {
    for (const name of unset) delete headers[name];
    for (const [name, value] of set) headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}

function matches(glob: string, path: string): boolean {
  const parts = glob.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(path);
}
