import { globPattern, type PathPattern, regexPattern, starPattern } from './path-pattern.js';
import { type HostRule, headerRule, redirectRule, statusRule } from './rule.js';

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
      redirectRule({ from, status: Number(status), isForced: forced !== '', conditions, line: index + 1 }) ??
      []
    );
  });
}

/** An address with a host applies to previews and other names of the site. */
function addressPattern(written: string): PathPattern | undefined {
  return written.startsWith('/') ? starPattern(written) : undefined;
}

/** An element of Apache's configuration, and the names of files that it applies to. */
interface Section {
  readonly files?: PathPattern;
  /** It applies to some requests for a page only. */
  readonly isConditional: boolean;
}

/**
 * `.htaccess` of Apache.
 * @param folder of the file below the root, with a slash at the end; empty for the root
 */
export function readHtaccess(text: string, folder: string): readonly HostRule[] {
  const rules: HostRule[] = [];
  const open: Section[] = [];
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const line = written.trim();
    if (line.startsWith('</')) open.pop();
    else if (line.startsWith('<')) open.push(sectionOf(line, folder));
    else if (!open.some(({ isConditional }) => isConditional)) {
      const files = open.find((section) => section.files !== undefined)?.files;
      const rule = apacheRule(line, files ?? starPattern(`/${folder}*`), index + 1);
      if (rule !== undefined) rules.push(rule);
    }
  }
  return rules;
}

function sectionOf(line: string, folder: string): Section {
  const [, name = '', tilde, quoted, bare] = /^<(\w+)\s*(~)?\s*(?:"([^"]*)"|([^\s>]*))/.exec(line) ?? [];
  const written = quoted ?? bare ?? '';
  const kind = name.toLowerCase();
  if (kind === 'files' && tilde === undefined) {
    return { files: globPattern(`/${folder}**/${written}`), isConditional: false };
  }
  if (kind === 'files' || kind === 'filesmatch') {
    const source = written.replace(/^\^/, '/');
    return { files: regexPattern(source), isConditional: false };
  }
  return { isConditional: /^(?:if|else|elseif|limit|limitexcept)$/.test(kind) };
}

function apacheRule(line: string, pattern: PathPattern, number: number): HostRule | undefined {
  const [, name = '', value = '', rest = ''] =
    /^header\s+(?:always\s+|onsuccess\s+)?(?:set|append|add|merge|setifempty)\s+"?([\w-]+)"?\s+("[^"]*"|\S+)(.*)$/i.exec(
      line,
    ) ?? [];
  // `env=` and `expr=` choose requests.
  if (name !== '')
    return rest.trim() === '' ? headerRule(name, value.replaceAll('"', ''), pattern, number) : undefined;
  const [, kind = '', status = '', from = ''] =
    /^redirect(match)?\s+(40[134]|410|gone)\s+"?([^\s"]+)/i.exec(line) ?? [];
  if (from !== '') {
    const refused = kind === '' ? starPattern(`${from}*`) : regexPattern(from);
    return statusRule(Number(status) || 410, refused, number);
  }
  const isClosed =
    /^require\s+(?!all\s+granted\b)(?!not\b)/i.test(line) ||
    /^deny\s+from\s+all\b/i.test(line) ||
    /^authuserfile\b/i.test(line);
  return isClosed ? { about: 'protected', pattern, text: line.slice(0, 80), line: number } : undefined;
}

/** Blocks of nginx: those of a `location`, and those of the only server of a file. */
export function readNginx(text: string): readonly HostRule[] {
  const rules: HostRule[] = [];
  const open: (PathPattern | undefined)[] = [];
  const isOneServer = (text.match(/^\s*server\s*\{/gm) ?? []).length === 1;
  let line = 1;
  for (const [token] of text.matchAll(/\n|#[^\n]*|\}|[^\n{};]*(?:[{;]|(?=\n|$))/g)) {
    if (token === '\n') line += 1;
    const part = token.trim();
    if (part === '}') open.pop();
    else if (/^(?:if|limit_except)\b.*\{$/.test(part)) open.push(undefined);
    else if (part.endsWith('{')) open.push(locationOf(part, isOneServer) ?? open.at(-1));
    else {
      const pattern = open.at(-1);
      const rule = pattern && nginxRule(part, pattern, line);
      if (rule !== undefined) rules.push(rule);
    }
  }
  return rules;
}

function locationOf(part: string, isOneServer: boolean): PathPattern | undefined {
  if (/^server\s*\{/.test(part)) return isOneServer ? starPattern('*') : undefined;
  const [, kind = '', path = ''] = /^location\s+(?:(=|\^~|~\*?)\s*)?"?([^\s"{]+)"?\s*\{$/.exec(part) ?? [];
  if (path === '') return undefined;
  if (kind.startsWith('~')) return regexPattern(path);
  return starPattern(kind === '=' ? path : `${path}*`);
}

function nginxRule(part: string, pattern: PathPattern, line: number): HostRule | undefined {
  const [, name = '', value = ''] = /^add_header\s+"?([\w-]+)"?\s+("[^"]*"|'[^']*'|[^\s;]+)/.exec(part) ?? [];
  if (name !== '') return headerRule(name, value.replace(/["']/g, ''), pattern, line);
  const status = /^return\s+(\d{3})\b/.exec(part)?.[1];
  if (status !== undefined) return statusRule(Number(status), pattern, line);
  const isClosed =
    /^auth_basic\s+(?!off\b)/.test(part) ||
    /^deny\s+all\b/.test(part) ||
    /^auth_request\s+(?!off\b)/.test(part) ||
    /^internal\s*;/.test(part);
  return isClosed ? { about: 'protected', pattern, text: part.replace(/;$/, ''), line } : undefined;
}
