import { escapeMarkup, isWebAddress, markup } from '../escape.js';
import type { ShortcodeAttributes } from './attributes.js';
import { withLists } from './lists.js';

/** Parameters of `[recipe]` in Jetpack with their labels. */
const FACTS = [
  ['servings', 'Servings'],
  ['preptime', 'Prep Time'],
  ['cooktime', 'Cook Time'],
  ['time', 'Time'],
  ['difficulty', 'Difficulty'],
  ['rating', 'Rating'],
  ['source', 'Source'],
] as const;

/** A recipe of Jetpack; its parts are shortcodes inside. */
export function renderRecipe(attributes: ShortcodeAttributes, content: string): string {
  const { title = '', image = '', description = '', sourceurl = '' } = attributes;
  const facts = FACTS.flatMap(([key, label]) => {
    const text = markup(attributes[key] ?? '');
    const isLink = key === 'source' && isWebAddress(sourceurl);
    const shown = isLink ? `<a href="${escapeMarkup(sourceurl)}">${text || markup(sourceurl)}</a>` : text;
    return shown === '' ? [] : `<li><strong>${label}:</strong> ${shown}</li>`;
  });
  const parts = [
    title && `<h3>${markup(title)}</h3>`,
    facts.length > 0 && `<ul>${facts.join('')}</ul>`,
    isWebAddress(image) && `<img src="${escapeMarkup(image)}" alt="">`,
    description && `<p>${markup(description)}</p>`,
    content.trim(),
  ];
  return `\n\n${parts.filter(Boolean).join('\n\n')}\n\n`;
}

/** A line that is an item of a list, as Jetpack takes it. */
const ITEM = /^\s*(?:[-–—*#]|&#821[12];|\d+\.)\s*(.+)$/;

/** Ingredients, directions, notes or nutrition of a recipe: lines with a dash, a star or a number are a list. */
export function renderRecipePart(name: string, { title }: ShortcodeAttributes, content: string): string {
  const part = name.replace('recipe-', '');
  const usual = part === 'notes' ? '' : part.replace(/^./, (letter) => letter.toUpperCase());
  const heading = title === 'false' ? '' : markup(title ?? usual);
  const tag = part === 'directions' ? 'ol' : 'ul';
  const listed = withLists(content, ITEM, tag);
  return `\n\n${heading === '' ? '' : `<h4>${heading}</h4>\n\n`}${listed}\n\n`;
}
