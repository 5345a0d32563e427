import { foreignContent, html, type Token } from 'parse5';
import { remembered } from '../../core/remembered.js';

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

/** Elements that end a paragraph. */
export const BLOCKS = setOf(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 ' +
    'h4 h5 h6 header hgroup hr main menu nav ol p pre search section summary table ul',
);
/** Those among them, and others, whose end tags also end what is in `UNENDED`. */
export const ENDING = setOf(
  'address article aside blockquote button caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup li main menu nav object ol pre search section summary td th ul',
);
/** Elements whose end tags may be left out. */
export const UNENDED = setOf('dd dt li optgroup option p rp rt');
/** Elements that a browser opens again where a tag has ended them too early. */
export const FORMATTING = setOf('a b big code em font i s small strike strong tt u');
/** From this many open elements with a name on, a browser forgets the first. */
export const MOST_FORMATTING = 3;
export const HEADINGS = setOf('h1 h2 h3 h4 h5 h6');
export const VOID = setOf(
  'area base basefont bgsound br embed hr img input keygen link meta param source track wbr',
);
export const RAW = setOf('iframe noembed noframes script style');
export const PLAIN_RAW = setOf('textarea title');
export const TABLE_PARTS = setOf('caption col colgroup tbody td tfoot th thead tr');
export const TABLE_FRAME = setOf('table tbody tfoot thead tr');
export const SECTIONS = setOf('tbody tfoot thead');
/** Elements at which the search for an open item of a list ends. */
export const ENDS_SEARCH = setOf(
  'article aside blockquote body button caption center details dd dir dl dt fieldset figcaption figure footer form h1 ' +
    'h2 h3 h4 h5 h6 header hgroup html li main menu nav noscript object ol pre section summary table td th ul',
);
/** Elements with rules of their own, which few pages have. */
export const RARE = setOf(
  'applet body frame frameset head html image isindex listing marquee math nobr plaintext rb rtc template xmp',
);
export const IN_HEAD = setOf('base basefont bgsound link meta noframes script style title');
export const IN_HEAD_NOSCRIPT = setOf('link meta style');

/** What is open around a place. */
export const IN_P = 1;
export const IN_A = 2;
export const IN_FORM = 4;
export const IN_BUTTON = 8;
export const IN_SELECT = 16;
export const IN_SVG = 32;

/** The flags of a place inside an element. */
export function flagsInside(tagName: string, flags: number): number {
  switch (tagName) {
    case 'p':
      return flags | IN_P;
    case 'a':
      return flags | IN_A;
    case 'form':
      return flags | IN_FORM;
    case 'button':
      return (flags & ~IN_P) | IN_BUTTON;
    case 'select':
      return flags | IN_SELECT;
    case 'svg':
      return flags | IN_SVG;
    case 'table':
      return flags & ~(IN_P | IN_BUTTON);
    case 'caption':
    case 'object':
    case 'td':
    case 'th':
      return flags & ~(IN_P | IN_BUTTON | IN_A);
    default:
      return flags;
  }
}

/** The name of an element of a drawing; empty for those that end it, or hold HTML. */
export const drawnName = remembered((tagName) => {
  const token = { tagName, tagID: html.getTagID(tagName), attrs: [] };
  const isHtml = foreignContent.causesExit(token as unknown as Token.TagToken);
  if (isHtml || /^(?:font|foreignobject|script)$/.test(tagName)) return '';
  foreignContent.adjustTokenSVGTagName(token as unknown as Token.TagToken);
  return token.tagName;
});
