import { decodeHTML, decodeHTMLAttribute } from 'entities';
import type { Definition, Nodes } from 'mdast';
import { parseMarkdown } from '../../../content/body/markdown/parse.js';
import { walk } from '../../../content/body/markdown/walk.js';
import { type HtmlToken, htmlTokens } from '../../../content/html/tokens.js';
import type { StoredBody } from '../stored-body.js';

/** An image in the markup of a body. Images rendered by shortcodes, galleries or templates don't count. */
export interface BodyImage {
  /** From 1, in the order of the body. */
  readonly index: number;
  /** As written, entities decoded. */
  readonly src: string;
  /** Undefined without an alt attribute; an empty one marks decoration. */
  readonly alt: string | undefined;
  /** Id in the media library; 0 when the body doesn't contain it. */
  readonly attachmentId: number;
  /** True when its figure or caption contains words. */
  readonly captioned: boolean;
  /** Its markup: an `<img>` tag, or Markdown's `![…](…)` or `![…][…]`. */
  readonly form: 'html' | 'markdown';
  /** Offsets of the markup in the body. */
  readonly start: number;
  readonly end: number;
}

/** The elements around an image and its caption; a `div` counts when it has WordPress's class for captions. */
type Around = 'figure' | 'caption' | 'div';

/** A token of the scan, in the order of the body. */
type Sight =
  | { readonly kind: 'image'; readonly image: Omit<BodyImage, 'index' | 'captioned'> }
  | { readonly kind: 'open'; readonly what: Around; readonly isFrame: boolean }
  | { readonly kind: 'close'; readonly what: Around }
  | { readonly kind: 'text'; readonly text: string };

/** Finds the images of a stored body. */
export function bodyImages({ text, form }: StoredBody): readonly BodyImage[] {
  const sights = form === 'html' ? htmlSights(text, 0) : markdownSights(text, form === 'mdx');
  const scan = new Scan();
  for (const sight of sights) scan.see(sight);
  return scan.images.map(({ image, frame }, at) => ({
    index: at + 1,
    ...image,
    captioned: frame?.hasWords ?? false,
  }));
}

/** An element around images whose words belong to them. */
interface Frame {
  readonly what: Around;
  /** Whether it contains words; only final when it has ended. */
  hasWords: boolean;
  /** Number of other `div` elements that are open in it. */
  divs: number;
}

class Scan {
  readonly images: { readonly image: Omit<BodyImage, 'index' | 'captioned'>; readonly frame?: Frame }[] = [];
  readonly #frames: Frame[] = [];
  readonly #open = { figure: 0, caption: 0, div: 0 };

  see(sight: Sight): void {
    const frame = this.#frames.at(-1);
    if (sight.kind === 'image') this.images.push({ image: sight.image, ...(frame && { frame }) });
    else if (sight.kind === 'text') {
      if (frame !== undefined && /\S/.test(sight.text)) frame.hasWords = true;
    } else if (sight.kind === 'close') this.#close(sight.what, frame);
    else if (sight.isFrame) {
      this.#frames.push({ what: sight.what, hasWords: false, divs: 0 });
      this.#open[sight.what] += 1;
    } else if (frame !== undefined) frame.divs += 1;
  }

  #close(what: Around, frame: Frame | undefined): void {
    if (what === 'div' && frame !== undefined && frame.divs > 0) {
      frame.divs -= 1;
      return;
    }
    if (this.#open[what] === 0) return;
    // Unclosed elements inside end with it.
    for (let last = this.#frames.pop(); last !== undefined; last = this.#frames.pop()) {
      this.#open[last.what] -= 1;
      if (last.what === what) return;
    }
  }
}

/** @param offset of the text in the body */
function* htmlSights(text: string, offset: number): Iterable<Sight> {
  for (const token of htmlTokens(text)) {
    if (token.kind === 'text') yield* wordSights(text.slice(token.start, token.end));
    else if (token.kind !== 'start' && token.kind !== 'end') continue;
    else if (token.name === 'img' && token.kind === 'start') yield htmlImage(token, offset);
    else if (token.name === 'figure' || token.name === 'div') yield frameSight(token, token.name);
  }
}

function frameSight({ kind, attributes }: HtmlToken, what: 'figure' | 'div'): Sight {
  if (kind === 'end') return { kind: 'close', what };
  const isFrame = what === 'figure' || /(?:^|\s)wp-caption(?=\s|$)/.test(attributes?.get('class') ?? '');
  return { kind: 'open', what, isFrame };
}

/** Yields words, and WordPress's `[caption]` around an image and its caption. */
function* wordSights(text: string): Iterable<Sight> {
  let at = 0;
  for (const found of text.matchAll(/\[(\/?)caption\b[^\]]*\]/g)) {
    yield { kind: 'text', text: decodeHTML(text.slice(at, found.index)) };
    yield found[1] === ''
      ? { kind: 'open', what: 'caption', isFrame: true }
      : { kind: 'close', what: 'caption' };
    at = found.index + found[0].length;
  }
  yield { kind: 'text', text: decodeHTML(text.slice(at)) };
}

function htmlImage({ attributes, start, end }: HtmlToken, offset: number): Sight {
  const read = (name: string) => {
    const value = attributes?.get(name);
    return value === undefined ? undefined : decodeHTMLAttribute(value);
  };
  const id = /(?:^|\s)wp-image-(\d{1,15})(?=\s|$)/.exec(read('class') ?? '')?.[1];
  return {
    kind: 'image',
    image: {
      src: (read('src') ?? '').trim(),
      alt: read('alt'),
      attachmentId: Number(id ?? 0),
      form: 'html',
      start: offset + start,
      end: offset + end,
    },
  };
}

function markdownSights(text: string, isMdx: boolean): readonly Sight[] {
  const tree = parseMarkdown(text, isMdx);
  const targets = new Map<string, string>();
  const nodes: Nodes[] = [];
  walk(tree, (node) => {
    if (node.type === 'definition') noteTarget(node, targets);
    else nodes.push(node);
  });
  return nodes.flatMap((node) => [...nodeSights(node, text, targets)]);
}

/** Stores the target of a definition; the first one of a name counts. */
function noteTarget({ identifier, url }: Definition, targets: Map<string, string>): void {
  if (!targets.has(identifier)) targets.set(identifier, url);
}

function* nodeSights(node: Nodes, text: string, targets: ReadonlyMap<string, string>): Iterable<Sight> {
  const start = node.position?.start.offset ?? 0;
  const end = node.position?.end.offset ?? start;
  if (node.type === 'html') yield* htmlSights(text.slice(start, end), start);
  else if (node.type === 'text') yield* wordSights(node.value);
  else if (node.type === 'inlineCode') yield { kind: 'text', text: node.value };
  else if (node.type === 'image' || node.type === 'imageReference') {
    const src = node.type === 'image' ? node.url : (targets.get(node.identifier) ?? '');
    yield {
      kind: 'image',
      image: { src, alt: node.alt ?? '', attachmentId: 0, form: 'markdown', start, end },
    };
  }
}
