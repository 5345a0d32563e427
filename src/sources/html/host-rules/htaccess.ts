import { globPattern, type PathPattern, regexPattern, starPattern } from './path-pattern.js';
import { closed, type HostRule, headerRule, signInRule, statusRule } from './rule.js';

/** A section of Apache's configuration. */
interface Section {
  readonly files?: PathPattern;
  /** True if it applies only to some requests. */
  readonly isConditional: boolean;
}

/** A condition on the address in an expression: `%{REQUEST_URI} =~ m#^/a/#`. */
const URI_MATCHES = /%\{REQUEST_URI\}\s*=~\s*m?([#/|!])(.*?)\1/i;

/** Conditions that match readers without an account or outside a network. */
const ON_READERS =
  /%\{(?:REMOTE_ADDR|REMOTE_USER|LA-U:REMOTE_USER|HTTP_COOKIE|HTTP:Cookie|HTTP:Authorization|HTTP:X-Forwarded-For)\}"?\s+"?(?:!|\^\$)/i;

/** A condition on the address. */
const ON_PATH = /^rewritecond\s+"?%\{REQUEST_URI\}"?\s+"?([^\s"!][^\s"]*)/i;

/**
 * Reads the rules of an `.htaccess` file of Apache.
 * @param folder folder of the file below the root, with a slash at the end; empty for the root
 */
export function readHtaccess(text: string, folder: string): readonly HostRule[] {
  return new HtaccessReader(folder).read(text);
}

/** Reads Apache's own configuration. Its rules apply to sections for addresses, to folders of the site, and to a sole host. */
export function readHttpd(text: string): readonly HostRule[] {
  const [, root = ''] = /^\s*DocumentRoot\s+"?([^\s"]+?)\/*"?\s*$/im.exec(text) ?? [];
  const isOneHost = (text.match(/^\s*<VirtualHost\b/gim) ?? []).length < 2;
  return new HtaccessReader('', { root, isOneHost }).read(text);
}

class HtaccessReader {
  readonly #all: PathPattern;
  readonly #variables = new Map<string, PathPattern>();
  #conditions: string[] = [];

  constructor(
    private readonly folder: string,
    private readonly server?: { readonly root: string; readonly isOneHost: boolean },
  ) {
    this.#all = starPattern(`/${folder}*`);
  }

  read(text: string): readonly HostRule[] {
    const rules: HostRule[] = [];
    const open: Section[] = [];
    let before = '';
    for (const [index, written] of text.split(/\r?\n/).entries()) {
      const line = `${before}${written.trim()}`;
      before = line.endsWith('\\') ? `${line.slice(0, -1)} ` : '';
      if (before !== '') continue;
      if (line.startsWith('</')) open.pop();
      else if (line.startsWith('<')) open.push(this.#section(line));
      else if (!open.some(({ isConditional }) => isConditional)) {
        const files = open.findLast((section) => section.files !== undefined)?.files;
        const rule = this.#rule(line, files ?? this.#all, index + 1);
        if (rule !== undefined) rules.push(rule);
      }
    }
    return rules;
  }

  #section(line: string): Section {
    const [, name = '', tilde, quoted, bare] = /^<(\w+)\s*(~)?\s*(?:"([^"]*)"|([^\s>]*))/.exec(line) ?? [];
    const written = quoted ?? bare ?? '';
    const kind = name.toLowerCase();
    if (kind === 'files' && tilde === undefined)
      return { files: globPattern(`/${this.folder}**/${written}`), isConditional: false };
    if (kind === 'files' || kind === 'filesmatch')
      return { files: regexPattern(written.replace(/^\^/, '/')), isConditional: false };
    const path = this.server && pathOfSection(kind, written, this.server.root);
    if (path !== undefined)
      return { files: tilde === undefined ? folderPattern(path) : regexPattern(path), isConditional: false };
    if (kind === 'locationmatch') return { files: regexPattern(written), isConditional: false };
    if (kind === 'virtualhost') return { isConditional: this.server?.isOneHost !== true };
    const uri = kind === 'if' ? URI_MATCHES.exec(line)?.[2] : undefined;
    if (uri !== undefined) return { files: regexPattern(uri), isConditional: false };
    return {
      isConditional: /^(?:if|else|elseif|limit|limitexcept|directory|directorymatch|proxy|proxymatch)$/.test(
        kind,
      ),
    };
  }

  #rule(line: string, pattern: PathPattern, number: number): HostRule | undefined {
    const [, variable = ''] =
      /^setenvif(?:nocase)?\s+request_uri\s+"?([^\s"]+)"?\s+!?[\w-]+/i.exec(line) ?? [];
    if (variable !== '') {
      const name = line.trim().split(/\s+/).at(-1)?.replace(/=.*$/, '') ?? '';
      this.#variables.set(name, regexPattern(variable));
      return undefined;
    }
    if (/^rewritecond\b/i.test(line)) this.#conditions.push(line);
    else if (/^rewriterule\b/i.test(line)) return this.#rewrite(line, number);
    return this.#header(line, pattern, number) ?? redirect(line, number) ?? closing(line, pattern, number);
  }

  #header(line: string, pattern: PathPattern, number: number): HostRule | undefined {
    const [, name = '', value = '', rest = ''] =
      /^header\s+(?:always\s+|onsuccess\s+)?(?:set|append|add|merge|setifempty)\s+"?([\w-]+):?"?\s+("[^"]*"|\S+)(.*)$/i.exec(
        line,
      ) ?? [];
    if (name === '') return undefined;
    // `env=` and `expr=` select requests.
    const uri = URI_MATCHES.exec(rest)?.[2];
    const variable = this.#variables.get(/^\s*env=([\w-]+)\s*$/.exec(rest)?.[1] ?? '');
    const chosen = rest.trim() === '' ? pattern : uri === undefined ? variable : regexPattern(uri);
    return chosen && headerRule(name, value.replaceAll('"', ''), chosen, number);
  }

  /** Rules that refuse pages or redirect to a sign-in page. Rules with other conditions concern only some requests. */
  #rewrite(line: string, number: number): HostRule | undefined {
    const conditions = this.#conditions;
    this.#conditions = [];
    const [, source = '', target = '', flags = ''] =
      /^rewriterule\s+"?([^\s"]+)"?\s+"?([^\s"]+)"?\s+\[([^\]]*)\]/i.exec(line) ?? [];
    const others = conditions.filter((one) => !ON_READERS.test(one));
    const paths = others.map((one) => ON_PATH.exec(one)?.[1]);
    // Several conditions are for a path that all of them match, or any of them.
    const isClear = paths.length < 2 || others.slice(0, -1).every((one) => /\[(?:[^\]]*,)?OR\b/i.test(one));
    if (source === '' || source.startsWith('!') || !isClear || paths.includes(undefined)) return undefined;
    if (paths.length > 0 && !/^\^?(?:\(?\.\*\)?)?\$?$/.test(source)) return undefined;
    const pattern =
      paths.length > 0
        ? paths.flatMap((path) => regexPattern(path ?? ''))
        : regexPattern(source.replace(/^\^/, `^/${this.folder}`));
    const [, code] = /(?:^|,)\s*R=(\d{3})/i.exec(flags) ?? [];
    const isRefused = /(?:^|,)\s*(?:F|G|forbidden|gone)\s*(?:,|$)/i.test(flags);
    return statusRule(isRefused ? 403 : Number(code), pattern, number) ?? signInRule(target, pattern, number);
  }
}

/** The address that a section of Apache's own configuration is about; undefined for other sections and other folders. */
function pathOfSection(kind: string, written: string, root: string): string | undefined {
  if (kind === 'location') return written;
  if (kind !== 'directory' || root === '') return undefined;
  return written === root || written.startsWith(`${root}/`) ? written.slice(root.length) : undefined;
}

/** A folder and all in it. */
function folderPattern(path: string): PathPattern {
  const folder = path.replace(/\/+$/, '');
  return [...starPattern(folder), ...starPattern(`${folder}/*`)];
}

function redirect(line: string, number: number): HostRule | undefined {
  const [, kind = '', status = '', from = '', to = ''] =
    /^redirect(match)?\s+(?:(\d{3}|gone|temp|permanent|seeother)\s+)?"?([^\s"]+)"?(?:\s+"?([^\s"]+))?/i.exec(
      line,
    ) ?? [];
  if (from === '') return undefined;
  const refused = kind === '' ? starPattern(`${from}*`) : regexPattern(from);
  return (
    statusRule(/^gone$/i.test(status) ? 410 : Number(status), refused, number) ??
    signInRule(to, refused, number)
  );
}

function closing(line: string, pattern: PathPattern, number: number): HostRule | undefined {
  const isClosed =
    /^require\s+(?!all\s+granted\b)(?!not\b)/i.test(line) ||
    /^deny\s+from\s+all\b/i.test(line) ||
    /^allow\s+from\s+(?!all\b)\S/i.test(line) ||
    /^authuserfile\b/i.test(line);
  return isClosed ? closed(pattern, line.slice(0, 80), number) : undefined;
}
