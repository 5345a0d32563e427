/** The values that a template of an SEO extension may name. */
export interface TemplateValues {
  readonly title: string;
  readonly excerpt: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly focusKeyword: string;
}

/** Template variables of the extensions: `%%title%%`, `%sep%`, `#post_title`, `{{ post.title }}`. */
const VARIABLE = /%%?[a-z_][\w-]*(?:\([^)%]*\))?%%?|#[a-z]+(?:_[a-z]+)+\b|\{\{[^}]*\}\}/gi;
const SITE = /^(?:site_?(?:name|title)|blog_?title|blogname)$/;
const SEPARATOR = /^(?:sep|separator|separator_sa)$/;
/** Stands for the name of the site or a separator. */
const [SITE_MARK, SEPARATOR_MARK] = ['\u0001', '\u0002'];

/**
 * A text of an SEO extension with its variables filled in. The name of the site at the end is left out, since page
 * titles end in it anyway.
 * @returns undefined where a variable is known only to the site
 */
export function fillTemplate(text: string, values: TemplateValues): string | undefined {
  if (text.search(VARIABLE) < 0) return text;
  let isKnown = true;
  const filled = text.replace(VARIABLE, (written) => {
    const name = written
      .toLowerCase()
      .replace(/\(.*\)/, '')
      .replace(/[^\w.]+/g, '')
      .replace(/^post[._]|^site\.(?=title)/, (prefix) => (prefix === 'site.' ? 'site_' : ''));
    const value = variable(name, values);
    isKnown &&= value !== undefined;
    return value ?? '';
  });
  if (!isKnown) return undefined;
  const divider = `[\\s${SEPARATOR_MARK}|–—·•»«:~*-]*`;
  return filled
    .replace(new RegExp(`${divider}${SITE_MARK}${divider}$|^${divider}${SITE_MARK}${divider}`, 'g'), '')
    .replace(new RegExp(`^${divider}|[\\s${SEPARATOR_MARK}]*$`, 'g'), '')
    .replaceAll(SEPARATOR_MARK, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

function variable(
  name: string,
  { title, excerpt, categories, tags, focusKeyword }: TemplateValues,
): string | undefined {
  if (SITE.test(name)) return SITE_MARK;
  if (SEPARATOR.test(name)) return SEPARATOR_MARK;
  if (/^(?:page|pagenumber|page_number|current_pagination)$/.test(name)) return '';
  if (name === 'title') return title;
  if (/^(?:excerpt|excerpt_only|seo_description|auto_description)$/.test(name)) return excerpt || undefined;
  if (/^(?:primary_category|category_primary|_?category_title)$/.test(name)) return categories[0];
  if (/^(?:category|categories)$/.test(name)) return categories.join(', ') || undefined;
  if (/^(?:tag|tags)$/.test(name)) return tags.join(', ') || undefined;
  return /^focus_?(?:kw|keyword)$/.test(name) ? focusKeyword || undefined : undefined;
}
