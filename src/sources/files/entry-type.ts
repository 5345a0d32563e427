import { isClosedLayout } from '../../content/privacy/gate-names.js';
import { segmentSoundsPrivate } from '../../content/privacy/privacy.js';
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

/** Pages that a theme fills with lists of other pages, or that forward to one; and pages that aren't ready. */
const NO_CONTENT =
  /^(?:tags?|categor(?:y|ies)|archives?|search|redirect|wip|unpublished|scheduled|archived)$/;
const NAME = /^[a-z][a-z0-9_-]{0,19}$/;

/** `post`, `page`, or a type of the site's own; collections of a generator are pages. */
export function readType(values: Values, place: Place, { library, generator }: Layout): string {
  const layout = values
    .text('layout')
    ?.replace(/^.*\/|\.\w+$/g, '')
    .toLowerCase();
  const fallback = place.isPost || layout === 'post' ? 'post' : 'page';
  const written = values.text('type');
  if (written === undefined) return fallback;
  if (library !== undefined) return written;
  const type = written.toLowerCase();
  if (AS_POST.has(type)) return 'post';
  if (AS_PAGE.has(type)) return 'page';
  if (isClosedLayout(type.replace(/\s+/g, '-')) || segmentSoundsPrivate(type))
    return NAME.test(type) ? type : 'private';
  // Generators have no types of content: the type is a layout, or a kind of page such as a tutorial.
  if (generator !== 'plain' && !NO_CONTENT.test(type)) return fallback;
  if (NAME.test(type)) return type;
  values.warn(
    'front-matter-type',
    'type',
    `the type "${written}" can't be used, so the page counts as "${fallback}"`,
    'Use up to 20 lower-case letters, digits, "-" and "_".',
  );
  return fallback;
}
