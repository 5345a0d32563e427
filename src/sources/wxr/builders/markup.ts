import type { PrivacyRules } from '../../../config/config.js';
import { valueIsOpen } from '../../../content/privacy/privacy.js';
import { gatingAttribute } from '../../../content/privacy/wordpress/attributes.js';
import { blockJson } from '../block-json.js';
import type { BuilderElement } from './element.js';
import { renderSettings, showsOthers } from './render.js';
import type { Settings } from './texts.js';

/** Settings of extensions that show an element under conditions, whatever their values. */
const CONDITION = /visibilit|condition|(?:^|_)(?:logics?|cl|display_rules?)(?:_|$)/i;
/** About screens and looks. */
const NOT_CONDITION =
  /_(?:mobile|tablet|desktop|hover|animation|color|align|title|text|content|name)$|^(?:backface_|overflow_)?visibility$/i;

/** Elements that list other entries, in some builders with the prefix of an extension. */
const LIST =
  /^(?:[a-z\d]+[-_])?(?:posts|blog|portfolio|archive[-_]posts|loop|query|related|post[-_](?:grid|list|carousel|slider|timeline|block)|(?:woocommerce|wc)[-_](?:products|categories)|wp-widget-(?:recent-posts|recent-comments|archives|categories))(?:[-_]|$)/;

/**
 * Writes elements as blocks, so that the rules for blocks of the editor apply to them: a block's name is that of its
 * element, and its attributes are the conditions under which the page shows it.
 * @param builder the namespace of the blocks
 */
export function builderMarkup(
  builder: string,
  elements: readonly BuilderElement[],
  rules: PrivacyRules,
): string {
  return elements.map((element) => markupOf(builder, element, rules)).join('\n');
}

function markupOf(builder: string, element: BuilderElement, rules: PrivacyRules): string {
  const { name, settings, children, template } = element;
  const block = `${builder}/${name.toLowerCase().replace(/[^a-z0-9_-]+/g, '-') || 'element'}`;
  // Labels of forms sound like conditions, and nothing of such an element is shown.
  if (showsOthers(name) && children.length === 0 && template === undefined)
    return LIST.test(name) ? listBlock(block) : '';
  const inner = children.map((child) => markupOf(builder, child, rules));
  const conditions = conditionsOf(settings, rules);
  const own = template === undefined ? '' : `<!-- wp:block ${blockJson({ ref: template })} /-->`;
  const html = own || (showsOthers(name) ? inner.join('\n') : renderSettings(name, settings, inner));
  const isOpen = Object.keys(conditions).length === 0;
  if (isOpen && html.trim() === '') return LIST.test(name) ? listBlock(block) : '';
  const json = isOpen ? '' : `${blockJson(conditions)} `;
  return `<!-- wp:${block} ${json}-->\n${html}\n<!-- /wp:${block} -->`;
}

/** A variation of the block for lists, without content: it shows nothing in a twin, and the report names it. */
function listBlock(namespace: string): string {
  return `<!-- wp:query ${blockJson({ namespace })} /-->`;
}

function conditionsOf(settings: Settings, rules: PrivacyRules): Settings {
  const found: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(settings)) {
    if (isEmpty(value) || (key === 'visibility_display' && value === 'logged_out')) continue;
    if (gatingAttribute({ [key]: value }, { ...rules, allow: [] }) !== undefined) found[key] = value;
    else if (CONDITION.test(key) && !NOT_CONDITION.test(key)) {
      // The owner allows or denies it by its own name.
      found[key] = { conditions: typeof value === 'object' ? true : value };
    }
  }
  return found;
}

/** Switched off, or a list of no conditions, also as text. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'string' && /^[[{\s\]}",]*$/.test(value)) return true;
  return valueIsOpen(value);
}
