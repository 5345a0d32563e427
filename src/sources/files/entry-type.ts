import type { Layout } from './layout.js';
import type { Place } from './place.js';
import type { Values } from './values.js';

const AS_POST = new Set(['post', 'posts', 'blog', 'news', 'article', 'articles', 'blogposting']);
const AS_PAGE = new Set([
  'page',
  'pages',
  'doc',
  'docs',
  'documentation',
  'website',
  'default',
  'home',
  'index',
]);

/** Pages that a theme fills with lists of other pages. */
const LISTS = /^(?:tags?|categor(?:y|ies)|archives?|search)$/;

/** `post`, `page`, or a type of the site's own; collections of a generator are pages. */
export function readType(values: Values, place: Place, { library, rules }: Layout): string {
  const layout = values
    .text('layout')
    ?.replace(/^.*\/|\.\w+$/g, '')
    .toLowerCase();
  const fallback = place.isPost || layout === 'post' ? 'post' : 'page';
  const written = values.text('type');
  if (written === undefined) return fallback;
  if (library !== undefined) return written;
  const type = written.toLowerCase();
  if (rules.hasLayoutsAsTypes === true && !LISTS.test(type)) return fallback;
  if (AS_POST.has(type)) return 'post';
  if (AS_PAGE.has(type)) return 'page';
  if (/^[a-z][a-z0-9_-]{0,19}$/.test(type)) return type;
  values.warn(
    'front-matter-type',
    'type',
    `the type "${written}" can't be used, so the page counts as "${fallback}"`,
    'Use up to 20 lower-case letters, digits, "-" and "_".',
  );
  return fallback;
}
