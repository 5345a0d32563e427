import { mimeOf } from '../../../sources/wxr/media.js';

/** Replaces the address of a file; undefined keeps it. */
export type ReplaceLink = (url: string) => string | undefined;

/** A bracket or a quote of a tag, or an address with a path. */
const TOKEN = /[<>"']|(?<![\w.:/&-])(?:(?:https?:)?\/\/|\/)[^\s"'<>()\\{}|^`]+/gi;

/**
 * Replaces the addresses of images and other media in the tags and block comments of a text, also in lists of sizes
 * (`srcset`). An address that readers see as text stays, and so does one in any other comment.
 */
export function replaceFileLinks(html: string, replace: ReplaceLink): string {
  let [isTag, quote, resume] = [false, '', 0];
  return html.replace(TOKEN, (token, at: number) => {
    if (at < resume) return token;
    if (token.length > 1) return isTag ? withLink(token, replace) : token;
    if (token === '<' && quote === '') {
      isTag ||= /^<(?:[a-z]|!--\s*wp:)/i.test(html.slice(at, at + 20));
      if (!isTag && html.startsWith('<!--', at)) resume = endOfComment(html, at);
    } else if (token === '>') isTag &&= quote !== '';
    else if (quote === token) quote = '';
    else if (isTag && quote === '' && html[at - 1] === '=') quote = token;
    return token;
  });
}

function endOfComment(html: string, at: number): number {
  const end = html.indexOf('-->', at);
  return end < 0 ? html.length : end + 3;
}

/** The addresses of images and other media in the tags of a text, each once. */
export function fileLinks(html: string): ReadonlySet<string> {
  const found = new Set<string>();
  replaceFileLinks(html, (url) => {
    found.add(url);
    return undefined;
  });
  return found;
}

function withLink(token: string, replace: ReplaceLink): string {
  // In a list of sizes a comma may follow.
  const written = token.replace(/[,;.]+$/, '');
  const url = written.replaceAll('&amp;', '&');
  const link = mimeOf(url) === undefined ? undefined : replace(url);
  return link === undefined ? token : link + token.slice(written.length);
}
