import { isObject, parseJson } from '../../../../core/json.js';
import { findElement, property } from '../../../html/element.js';
import { parseHtml } from '../../../html/parse.js';
import { NO_PRIVACY_RULES } from '../../../privacy/privacy.js';
import { cutGates } from '../../../privacy/wordpress/cut.js';
import type { BodyContext } from '../../port.js';
import { attributeText } from '../attribute-text.js';

/** Widgets with forms, menus and lists of other entries. */
const NOT_TEXT = /form|menu|posts?(?:_?loop|_?carousel|s)|blog|search|recent|categor|archive|calendar|map/i;

/**
 * The texts of a widget that SiteOrigin's page builder stores as JSON in a hidden field:
 * `[siteorigin_widget class="…"]<input type="hidden" value="{&quot;instance&quot;:…}" />[/siteorigin_widget]`.
 * @param name the class of the widget
 * @returns undefined where the data can't be read
 */
export function renderWidget(name: string, content: string, context: BodyContext): string | undefined {
  if (NOT_TEXT.test(name)) return '';
  const field = findElement(parseHtml(content), ({ tagName }) => tagName === 'input');
  const data = field === undefined ? undefined : readData(property(field, 'value'));
  const settings = isObject(data) && isObject(data['instance']) ? data['instance'] : data;
  if (!isObject(settings)) return undefined;
  const rules = context.privacy ?? NO_PRIVACY_RULES;
  return cutGates(attributeText('siteorigin/widget', settings, context.media, rules).html, rules).text;
}

/** Some versions lost the backslashes before quotes in texts. */
function readData(text: string): unknown {
  const flat = text.replace(/\s+/g, ' ');
  return parseJson(flat) ?? parseJson(flat.replace(INNER_QUOTE, '\\"'));
}

/** A quote that neither begins nor ends a text of JSON. */
const INNER_QUOTE = /(?<![{[,:\\])"(?!\s*(?:[:}\]]|,\s*["{[\dtfn-]))/g;
