import { type PathPattern, routePattern, starPattern } from './path-pattern.js';
import { closed, type HostRule } from './rule.js';

/** Longer programs are bundles of other programs. */
const MAX_LENGTH = 20_000;
/** What a program answers to readers without a password. */
const ASKS = /www-authenticate|\bstatus(?:Code)?\s*:\s*["']?401\b/i;
/** The addresses that a program says it runs for. */
const RUNS_FOR = /\b(?:matcher|path)\s*:\s*(\[[^\]]{0,2000}\]|"[^"]*"|'[^']*')/;
/** Addresses that it compares with that of the request, and whether it lets those through. */
const COMPARED =
  /(!\s*)?\b(?:[a-z]{1,20}\.){0,3}(?:pathname|uri)(?:\.\w{1,20}\(|\s*===?\s*)\s*(["'`])(\/[^"'`\n]{0,200})\2[\s)]{0,9}\{?\s{0,20}(return\s[\w.\s]{0,40}\bnext\()?/gi;
/** Addresses that every reader needs. */
const FOR_ALL = /\.\w+$|^\/(?:$|_|(?:assets|static|log-?in|sign-?in|auth|favicon)\b)/i;

/**
 * Reads which addresses a program at the edge of a host asks a password for. The program isn't run: it's searched for the
 * addresses that it names.
 * @param scope the addresses that it sees where it names none
 */
export function readEdgeProgram(text: string, scope: readonly string[]): readonly HostRule[] {
  if (text.length > MAX_LENGTH || !ASKS.test(text)) return [];
  const [, list = ''] = RUNS_FOR.exec(text) ?? [];
  const named = [...list.matchAll(/(["'])(\/[^"'\n]*)\1/g)].map(([, , path = '']) => path);
  const compared = [...text.matchAll(COMPARED)]
    .filter(
      ([, not, , path = '', passed]) => !FOR_ALL.test(path) && (not !== undefined || passed === undefined),
    )
    .map(([, , , path = '']) => `${path}*`);
  const paths = compared.length > 0 ? compared : named.length > 0 ? named : scope;
  const pattern = paths.flatMap(addressPattern);
  return [closed(pattern, 'that readers need a password')];
}

function addressPattern(path: string): PathPattern {
  return /[:(]/.test(path) ? routePattern(path) : starPattern(path);
}
