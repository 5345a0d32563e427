/** Reads which pages hosts protect from configuration in lines of text. */

import { saysNoindex } from '../../../content/html/robots.js';
import { hiddenFiles } from './caddy.js';
import { type PathPattern, regexPattern, starPattern } from './path-pattern.js';
import { closed, type HostRule, headerRule, redirectRule, signInRule, statusRule } from './rule.js';

/** `_headers` of Netlify and Cloudflare Pages. */
export function readHeadersFile(text: string): readonly HostRule[] {
  const rules: HostRule[] = [];
  let pattern: PathPattern | undefined;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    if (!/^\s/.test(line)) {
      pattern = addressPattern(trimmed);
      continue;
    }
    const [, name = '', value = ''] = /^([\w-]+)\s*:\s*(.*)$/.exec(trimmed) ?? [];
    const rule = pattern && headerRule(name, value, pattern, index + 1);
    if (rule !== undefined) rules.push(rule);
  }
  return rules;
}

/** `AUTH` of Surge: a name and a password for the whole site. */
export function readSurgeAuth(text: string): readonly HostRule[] {
  return /^\S+:\S+\s*$/m.test(text) ? [closed(starPattern('*'), 'a password')] : [];
}

/** `_redirects` of Netlify: `/from /to 200! Role=admin`, in which the target may be missing. */
export function readRedirects(text: string): readonly HostRule[] {
  return text.split(/\r?\n/).flatMap((written, index) => {
    const [from = '', ...rest] = written
      .replace(/(?:^|\s)#.*$/, '')
      .trim()
      .split(/\s+/);
    const [, status = '301', forced = ''] =
      /^(\d{3})(!?)$/.exec(rest.find((part) => /^\d{3}!?$/.test(part)) ?? '') ?? [];
    const conditions = rest.flatMap((part) => /^([a-z]+)=\S/i.exec(part)?.[1] ?? []);
    return (
      redirectRule({
        from,
        to: rest[0] ?? '',
        status: Number(status),
        isForced: forced !== '',
        conditions,
        line: index + 1,
      }) ?? []
    );
  });
}

/** Lines `Noindex: /path` of `robots.txt`, which search engines followed for years. */
export function readRobotsNoindex(text: string): readonly HostRule[] {
  return text.split(/\r?\n/).flatMap((line, index): readonly HostRule[] => {
    const [, path = ''] = /^\s*noindex\s*:\s*(\/[^\s#]*)/i.exec(line) ?? [];
    const pattern = starPattern(path.endsWith('$') ? path.slice(0, -1) : `${path}*`);
    return path === ''
      ? []
      : [{ about: 'noindex', pattern, text: `Noindex: ${path.slice(0, 80)}`, line: index + 1 }];
  });
}

/** With a host, a rule about all pages applies to previews or to another name of the site. */
function addressPattern(written: string): PathPattern | undefined {
  const [, path = written] = /^https?:\/\/[^/]+(\/.*)$/.exec(written) ?? [];
  if (!path.startsWith('/')) return undefined;
  return path !== written && /^\/\*?$/.test(path) ? undefined : starPattern(path);
}

/** Files of the folder that the host doesn't publish: `.assetsignore` of Cloudflare, `.surgeignore`. */
export function readIgnored(text: string): readonly HostRule[] {
  return text.split(/\r?\n/).flatMap((written, index) => {
    const line = written.trim();
    return /^(?:$|[#!])/.test(line) ? [] : (hiddenFiles([line], index + 1) ?? []);
  });
}

/**
 * Blocks of nginx: those of a `location`, and those of the only server.
 * @param isAlone false where other files have servers too
 */
export function readNginx(text: string, isAlone: boolean): readonly HostRule[] {
  const rules: HostRule[] = [];
  const open: (PathPattern | undefined)[] = [];
  const isOneServer = isAlone && (text.match(/^\s*server\s*\{/gm) ?? []).length === 1;
  const mapped = new Map<string, PathPattern>();
  let [line, read, variable] = [1, 0, ''];
  for (const { 0: token, index } of text.matchAll(STATEMENT)) {
    const start = index + token.length - token.trimStart().length;
    line += text.slice(read, start).split('\n').length - 1;
    read = start;
    const part = token.trim().replace(/\s+/g, ' ');
    if (part.startsWith('#')) continue;
    if (part === '}') {
      open.pop();
      variable = '';
    } else if (/^(?:if|limit_except)\b.*\{$/.test(part))
      open.push(ON_READERS.test(part) ? open.at(-1) : undefined);
    else if (MAP.test(part)) {
      variable = MAP.exec(part)?.[1] ?? '';
      open.push(undefined);
    } else if (variable !== '' && part.endsWith(';')) {
      const [, path = '', value = ''] = /^~\*?\s*"?([^\s"]+)"? "?([^";]*)/.exec(part) ?? [];
      if (saysNoindex(value))
        mapped.set(`$${variable}`, [...(mapped.get(`$${variable}`) ?? []), ...regexPattern(path)]);
    } else if (part.endsWith('{')) open.push(locationOf(part, isOneServer) ?? open.at(-1));
    else {
      const pattern = open.at(-1);
      const rule = pattern && nginxRule(part, pattern, line, mapped);
      if (rule !== undefined) rules.push(rule);
    }
  }
  return rules;
}

/** Conditions that match readers without an account. */
const ON_READERS =
  /^if \( ?\$(?:cookie_\w+|http_cookie|http_authorization|remote_user) ?(?:!=|!~\*?|= ?(?:""|''))/;
/** A variable that depends on the address. */
const MAP = /^map \$(?:uri|request_uri|document_uri) \$(\w+) ?\{$/;

/** A comment, a statement, the beginning of a block, or its end. */
const STATEMENT = /\s*(?:#[^\n]*|\}|(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^"'{};#])+[{;])/g;

function locationOf(part: string, isOneServer: boolean): PathPattern | undefined {
  if (/^server\s*\{/.test(part)) return isOneServer ? starPattern('*') : undefined;
  const [, kind = '', path = ''] = /^location\s+(?:(=|\^~|~\*?)\s*)?"?([^\s"{]+)"?\s*\{$/.exec(part) ?? [];
  if (path === '') return undefined;
  if (kind.startsWith('~')) return regexPattern(path);
  return starPattern(kind === '=' ? path : `${path}*`);
}

function nginxRule(
  part: string,
  pattern: PathPattern,
  line: number,
  mapped: ReadonlyMap<string, PathPattern>,
): HostRule | undefined {
  const [, name = '', value = ''] = /^add_header\s+"?([\w-]+)"?\s+("[^"]*"|'[^']*'|[^\s;]+)/.exec(part) ?? [];
  const chosen = mapped.get(value.replace(/["']/g, ''));
  if (chosen !== undefined) return headerRule(name, 'noindex', chosen, line);
  if (name !== '') return headerRule(name, value.replace(/["']/g, ''), pattern, line);
  const [, more = '', set = ''] = /^more_set_headers .*?["']([\w-]+):\s*([^"']*)["']/.exec(part) ?? [];
  if (more !== '') return headerRule(more, set, pattern, line);
  const [, returned, rewritten] =
    /^return 30\d "?([^\s";]+)|^rewrite \S+ "?([^\s";]+)"? (?:redirect|permanent)/.exec(part) ?? [];
  const target = returned ?? rewritten;
  if (target !== undefined) return signInRule(target, pattern, line);
  const status = /^return\s+(\d{3})\b/.exec(part)?.[1];
  if (status !== undefined) return statusRule(Number(status), pattern, line);
  const isClosed =
    // A variable differs between the hosts of one site.
    /^auth_basic\s+(?!off\b|\$)/.test(part) ||
    /^deny\s+all\b/.test(part) ||
    /^auth_(?:request|jwt)\s+(?!off\b)/.test(part) ||
    /^internal\s*;/.test(part);
  return isClosed ? closed(pattern, part.replace(/;$/, ''), line) : undefined;
}
