import { describe, expect, it } from 'vitest';
import { exportOf, itemOf, metaOf, readText } from '../../../support/sources/wxr/helpers.js';

/** What PHP's serialize() makes of texts and lists. */
function php(value: unknown): string {
  if (typeof value === 'number') return `i:${value};`;
  if (typeof value === 'string') return `s:${Buffer.byteLength(value)}:"${value}";`;
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value as object);
  return `a:${entries.length}:{${entries.map(([key, item]) => php(key) + php(item)).join('')}}`;
}

async function bodyOf(type: string, fields: string): Promise<string | undefined> {
  const item = itemOf(fields, 7).replace('>post<', `>${type}<`);
  const { items } = await readText(exportOf(item));
  return items.flatMap((one) => (one.kind === 'pattern' ? [one.pattern.body] : []))[0];
}

describe('a recipe for the pages that show it', () => {
  it('of WP Recipe Maker has its groups', async () => {
    const flour = { amount: '500', unit: 'g', name: 'flour', notes: 'sifted' };
    const ingredients = [{ name: 'Dough', ingredients: [flour, { amount: '', unit: '', name: 'salt' }] }];
    const steps = [{ name: '', instructions: [{ text: '<p>Bake.</p>', image: 0 }] }];
    const meta =
      metaOf('wprm_ingredients', php(ingredients)) +
      metaOf('wprm_instructions', php(steps)) +
      metaOf('wprm_servings', '4') +
      metaOf('wprm_prep_time', '20') +
      metaOf('wprm_cook_time', '0');
    const body = await bodyOf('wprm_recipe', `<content:encoded>Dark bread.</content:encoded>${meta}`);
    expect(body).toBe(
      [
        '<h2>T</h2>',
        'Dark bread.',
        '<!-- wp:table -->\n<table><tbody><tr><th scope="row">Servings</th><td>4</td></tr><tr><th scope="row">Preparation</th><td>20 min</td></tr></tbody></table>\n<!-- /wp:table -->',
        '<h3>Ingredients</h3>\n<h4>Dough</h4>\n<ul><li>500 g flour (sifted)</li><li>salt</li></ul>',
        '<h3>Instructions</h3>\n<ol><li><p>Bake.</p></li></ol>',
      ].join('\n\n'),
    );
  });

  it('of Tasty Recipes has its HTML', async () => {
    const meta = metaOf('description', 'Warm.') + metaOf('ingredients', '<ul><li>1 leek</li></ul>');
    expect(await bodyOf('tasty_recipe', meta)).toBe(
      '<h2>T</h2>\n\nWarm.\n\n<h3>Ingredients</h3>\n<ul><li>1 leek</li></ul>',
    );
  });

  it.each(['<wp:post_password>x</wp:post_password>', metaOf('_members_only', '1')])(
    'is none if it isn’t for every reader: %s',
    async (fields) => {
      expect(await bodyOf('wprm_recipe', `<content:encoded>x</content:encoded>${fields}`)).toBeUndefined();
    },
  );
});
