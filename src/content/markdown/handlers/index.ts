import type { Handle } from '../flow.js';
import { blockquote, caption, code, flow, heading, paragraph, rule, summary } from './block.js';
import {
  button,
  emphasis,
  ignore,
  inlineCode,
  inner,
  lineBreak,
  quotation,
  rubyText,
  span,
  strike,
  strong,
} from './inline.js';
import { link } from './link.js';
import { definitionList, list, listItem, term } from './list.js';
import { formula, note, noteReference } from './marked.js';
import { audio, figure, iframe, image, video } from './media.js';
import { subscript, superscript } from './raised.js';
import { table, tablePart } from './table.js';

/** None of these is content. Most never pass the preparation; the list is complete all the same. */
const IGNORED =
  'area base basefont bgsound canvas col colgroup datalist embed frame frameset input keygen link math meta meter ' +
  'noembed noframes object optgroup option param progress script select source style svg template textarea title ' +
  'track wbr';

/** Those in the first line are obsolete; browsers show what is in them. */
const INNER =
  'applet command content element isindex menuitem nextid shadow spacer ' +
  'abbr acronym bdi bdo big blink cite data dfn font ins label map marquee mark nobr noscript picture rb rbc rp rtc ' +
  'output ruby slot small time u var';

const FLOW =
  'address article aside body center details dialog div fieldset footer form head header hgroup html legend main ' +
  'multicol nav section';

/** How each element is written; other elements are replaced by their content. */
export const handlers: Readonly<Record<string, Handle>> = {
  ...each(IGNORED, ignore),
  ...each(INNER, inner),
  ...each(FLOW, flow),
  ...each('b strong', strong),
  ...each('em i', emphasis),
  ...each('del s strike', strike),
  ...each('code kbd samp tt', inlineCode),
  ...each('h1 h2 h3 h4 h5 h6', heading),
  ...each('ul ol menu dir', list),
  ...each('listing plaintext pre xmp', code),
  ...each('caption tbody td tfoot th thead tr', tablePart),
  ...each('img image', image),
  a: link,
  audio,
  blockquote,
  br: lineBreak,
  button,
  dd: flow,
  dl: definitionList,
  dt: term,
  figcaption: caption,
  figure,
  hr: rule,
  iframe,
  li: listItem,
  p: paragraph,
  q: quotation,
  rt: rubyText,
  span,
  sub: subscript,
  summary,
  sup: superscript,
  table,
  video,
  'svc-math': formula,
  'svc-note': note,
  'svc-note-ref': noteReference,
};

function each(names: string, handle: Handle): Record<string, Handle> {
  return Object.fromEntries(names.split(' ').map((name) => [name, handle]));
}
