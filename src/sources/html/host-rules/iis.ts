import { SaxesParser } from 'saxes';
import { type PathPattern, regexPattern, starPattern } from './path-pattern.js';
import { closed, type HostRule, headerRule, signInRule, statusRule } from './rule.js';

type Attributes = Readonly<Record<string, string>>;

const MAX_DEPTH = 50;

/** Everyone, and everyone without an account. */
const EVERYONE = /^\s*[*?]\s*$/;

/**
 * `web.config` of IIS: authorization, hidden segments and headers.
 * @param folder of the file below the root, with a slash at the end; empty for the root
 * @see https://learn.microsoft.com/iis/configuration/system.webserver/security/authorization/
 */
export function readWebConfig(text: string, folder: string): readonly HostRule[] {
  const rules: HostRule[] = [];
  const open: { readonly name: string; readonly attributes: Attributes }[] = [];
  const parser = new SaxesParser({ xmlns: false, position: true });
  parser.on('error', (error) => {
    throw error;
  });
  let rewritten: PathPattern | undefined;
  parser.on('opentag', ({ name, attributes }) => {
    open.push({ name, attributes });
    if (open.length > MAX_DEPTH) throw new Error('too many elements inside each other');
    const place = open.find((element) => element.name === 'location')?.attributes['path'] ?? '';
    const path = open.map((element) => element.name).join('/');
    const pattern =
      place === '' || place === '.'
        ? starPattern(`/${folder}*`)
        : ['', '/*'].flatMap((end) => starPattern(`/${folder}${place}${end}`));
    const { name: key = '', value, segment } = attributes;
    if (segment !== undefined && path.endsWith('/hiddenSegments/add')) {
      rules.push(closed(starPattern(`*/${segment}/*`), 'hiddenSegments', parser.line));
    } else if (path.endsWith('/denyUrlSequences/add')) {
      const sequence = starPattern(`*${attributes['sequence'] ?? ''}*`);
      rules.push(closed(sequence, 'denyUrlSequences', parser.line));
    } else if (path.endsWith('/rules/rule/match')) {
      rewritten = regexPattern((attributes['url'] ?? '').replace(/^\^/, `^/${folder}`));
    } else if (path.endsWith('/rule/conditions/add')) {
      rewritten = undefined;
    } else if (path.endsWith('/rules/rule/action')) {
      const rule = rewritten && rewriteRule(attributes, rewritten, parser.line);
      if (rule !== undefined) rules.push(rule);
    } else if (path.endsWith('/customHeaders/add')) {
      const header = headerRule(key, value, pattern, parser.line);
      if (header !== undefined) rules.push(header);
    } else if (isRefusal(path, attributes)) {
      rules.push(closed(pattern, path.split('/').slice(-2).join(' '), parser.line));
    }
  });
  parser.on('closetag', () => open.pop());
  parser.write(text).close();
  return rules;
}

/** A rule of the rewrite module that refuses pages or redirects to a sign-in page. */
function rewriteRule(
  { type = '', statusCode, url = '' }: Attributes,
  pattern: PathPattern,
  line: number,
): HostRule | undefined {
  if (/^abortrequest$/i.test(type)) return closed(pattern, type, line);
  return statusRule(Number(statusCode), pattern, line) ?? signInRule(url, pattern, line);
}

/** Whether an element keeps out readers without an account, or with any. */
function isRefusal(
  path: string,
  { users = '', roles = '', verbs = '', accessType = '', enabled, allowUnlisted }: Attributes,
): boolean {
  if (path.endsWith('/authentication/anonymousAuthentication')) return enabled === 'false';
  if (path.endsWith('/security/ipSecurity')) return allowUnlisted === 'false';
  if (verbs !== '') return false;
  if (path.endsWith('/system.web/authorization/deny')) return EVERYONE.test(users);
  if (!path.endsWith('/security/authorization/add')) return false;
  return /^deny$/i.test(accessType) ? EVERYONE.test(users) : !EVERYONE.test(users) && users + roles !== '';
}
