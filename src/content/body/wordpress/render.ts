import { NO_PRIVACY_RULES } from '../../privacy/privacy.js';
import { cutGates } from '../../privacy/wordpress/cut.js';
import type { BodyContext, BodyRenderer } from '../port.js';
import { type RenderedBlocks, renderBlocks } from './blocks.js';
import { embedBareAddresses } from './embeds.js';
import { completeImages } from './images.js';
import type { PatternOverrides } from './pattern-overrides.js';
import { escapeListings, markFormulas } from './shortcodes/code.js';
import { expandWordPressShortcodes } from './shortcodes/evaluate.js';
import { markNotes } from './shortcodes/footnotes.js';

/** Reusable blocks inside reusable blocks; WordPress itself stops at the first repetition. */
const MAX_PATTERN_DEPTH = 8;
/** Insertions per body: a handful of blocks that name each other must not grow without end. */
const MAX_PATTERNS = 200;

/**
 * Turns the stored content of a WordPress entry, block markup or classic, into the HTML that a reader of the
 * site would see, without running anything: members-only parts, controls and lists of other entries are left out.
 */
export const renderWordPressBody: BodyRenderer = (body, context) => {
  const { html } = new BodyRendering(context).render(body);
  return embedBareAddresses(completeImages(html, context.media)).trim();
};

/** Removes what builders store between the texts: references to fields, and settings between two marks. */
function withoutData(body: string): string {
  const parts = body.replace(/@ET-DC@[\w+/=]+@/g, '').split(/__CONFIG_[a-z]+(?:_[a-z]+)*__/);
  return parts.filter((part, at) => at % 2 === 0 || !/^[{[]/.test(part)).join('');
}

const ADDRESS = /(<(?:a|img)\b[^<>]*?)\s(?:href|src)=(["'])([^"'<>]*)\2/gi;

/** Addresses with a shortcode, which only the site can fill in: `href="[home_url]/tea/"`. */
function withoutFilledIn(html: string): string {
  return html.replace(ADDRESS, (whole, start: string, _, url: string) =>
    /^\s*\[[a-z][\w-]*[\s\]]|\[[a-z][\w-]*\s+\w+=/i.test(url) ? start : whole,
  );
}

class BodyRendering {
  /** Ids of the reusable blocks that are being rendered, outermost first. */
  readonly #chain: number[] = [];
  #inserted = 0;

  constructor(private readonly context: BodyContext) {}

  render(body: string, overrides: PatternOverrides = {}): RenderedBlocks {
    // Shortcodes first: they may reach across blocks, and their result is ordinary content of its block.
    const open = cutGates(body, this.context.privacy ?? NO_PRIVACY_RULES).text;
    // What follows the mark of a page break is on a page of its own.
    const whole = withoutData(open.replace(/\r\n?/g, '\n')).replaceAll('<!--nextpage-->', '\n\n');
    const text = expandWordPressShortcodes(
      markNotes(markFormulas(withoutFilledIn(escapeListings(whole)))),
      this.context,
    );
    return renderBlocks(text, this.context, (id, own) => this.#pattern(id, own), overrides);
  }

  #pattern(id: number, overrides: PatternOverrides): RenderedBlocks {
    if (this.#chain.includes(id)) return this.#refuse(id, 'contains itself');
    if (this.#chain.length >= MAX_PATTERN_DEPTH || this.#inserted >= MAX_PATTERNS) {
      return this.#refuse(id, 'is nested or repeated too often');
    }
    const body = this.context.pattern(id);
    if (body === undefined) return this.#refuse(id, "isn't published, or isn't in the export");
    this.#inserted++;
    this.#chain.push(id);
    const rendered = this.render(body, overrides);
    this.#chain.pop();
    return rendered;
  }

  #refuse(id: number, why: string): RenderedBlocks {
    this.context.warnings.add({
      code: 'wordpress-pattern-left-out',
      message: `${this.context.ref}: ${id < 0 ? 'a place' : `the reusable block ${id}`} ${why}; the page is built without it.`,
    });
    return { html: '', isCut: false };
  }
}
