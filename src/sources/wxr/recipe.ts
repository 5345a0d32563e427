import { escapeOnce } from '../../content/body/wordpress/escape.js';
import { words } from '../../core/text.js';
import type { Fields } from './fields.js';
import { listed, member, type PhpValue, readPhpSerialized, textOf } from './php-serialized.js';
import { factsTable } from './product.js';

/** Types of items with a recipe, which pages show by its id: WP Recipe Maker and Tasty Recipes. */
const TYPES = /^(?:wprm_recipe|tasty_recipe)$/;

const FIELDS = words(`
  description ingredients instructions notes servings servings_unit yield prep_time cook_time total_time
`);

/** True for the type of an item with a recipe. */
export function isRecipe(type: string): boolean {
  return TYPES.test(type);
}

/** The body of a recipe: what its card on the page says. */
export function recipeBody(fields: Fields): string {
  const meta = fields.metaLists(new Set(FIELDS.flatMap((name) => [name, `wprm_${name}`])));
  const text = (name: string) => (meta.get(`wprm_${name}`) ?? meta.get(name))?.at(-1)?.trim() ?? '';
  const time = (name: string) => (/^\d+$/.test(text(name)) ? `${text(name)} min` : text(name));
  const rows = [
    ['Servings', `${text('servings')} ${text('servings_unit')}`.trim() || text('yield')],
    ['Preparation', time('prep_time')],
    ['Cooking', time('cook_time')],
    ['Total', time('total_time')],
  ] as const;
  const part = (title: string, html: string) => (html === '' ? '' : `<h3>${title}</h3>\n${html}`);
  return [
    `<h2>${escapeOnce(fields.get('title'))}</h2>`,
    fields.raw('content:encoded') || text('description'),
    factsTable(rows.filter(([, value]) => /[^0\s]/.test(value.replace(' min', '')))),
    part('Ingredients', groups(text('ingredients'), 'ingredients', 'ul')),
    part('Instructions', groups(text('instructions'), 'instructions', 'ol')),
    part('Notes', text('notes')),
  ]
    .filter((html) => html.trim() !== '')
    .join('\n\n');
}

/** Groups of ingredients or steps under their names, from a value of PHP; other values are HTML. */
function groups(stored: string, key: string, list: 'ul' | 'ol'): string {
  const value = readPhpSerialized(stored);
  if (value === undefined) return stored;
  return listed(value)
    .map((group) => {
      const items = listed(member(group, key)).map(itemText);
      const name = textOf(member(group, 'name'));
      const shown = items.filter((item) => item !== '').map((item) => `<li>${item}</li>`);
      return `${name === '' ? '' : `<h4>${name}</h4>\n`}<${list}>${shown.join('')}</${list}>`;
    })
    .join('\n');
}

/** `1 cup flour (sifted)`, or the HTML of a step. */
function itemText(item: PhpValue): string {
  const text = textOf(member(item, 'text'));
  if (text !== '') return text;
  const notes = textOf(member(item, 'notes'));
  const parts = ['amount', 'unit', 'name'].map((key) => textOf(member(item, key)));
  return [...parts, notes && `(${notes})`].filter(Boolean).join(' ');
}
