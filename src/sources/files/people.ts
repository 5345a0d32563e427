import { slugify } from '../names.js';
import type { RawAuthor } from '../port.js';
import { publicName } from '../public-name.js';
import type { Values } from './values.js';

function toAuthor(value: unknown): RawAuthor | undefined {
  if (typeof value === 'string' || typeof value === 'number') {
    const name = publicName(String(value));
    return name === '' ? undefined : { key: slugify(name) || name, name };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, title, url } = value as Record<string, unknown>;
  const author = toAuthor(typeof name === 'string' ? name : title);
  if (author === undefined || typeof url !== 'string' || !/^https?:\/\//i.test(url)) return author;
  return { ...author, url };
}

/**
 * The people that front matter names, without their e-mail addresses, each once.
 * @param known the person that the site knows under a name
 */
export function readAuthors(values: Values, known?: (key: string) => unknown): RawAuthor[] {
  const found = [values.find(['authors']), values.find(['author'])].find((item) => item !== undefined)?.value;
  const list = Array.isArray(found)
    ? found
    : typeof found === 'string'
      ? found.split(/\s*(?:,|;)\s*/)
      : [found];
  const authors = new Map<string, RawAuthor>();
  for (const value of list) {
    const author = toAuthor((typeof value === 'string' ? known?.(value) : undefined) ?? value);
    if (author !== undefined && !authors.has(author.key)) authors.set(author.key, author);
  }
  return [...authors.values()];
}
