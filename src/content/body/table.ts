import type { BodyFormat, BodyRenderer } from './port.js';

/** Each is loaded with the first body of its form: parsing Markdown takes more modules than all the rest. */
const loaders: Readonly<Record<BodyFormat, () => Promise<BodyRenderer>>> = {
  html: async () => (body) => body,
  wordpress: async () => (await import('./wordpress/render.js')).renderWordPressBody,
  markdown: async () => (await import('./markdown/render.js')).renderMarkdownBody,
};

const loaded = new Map<BodyFormat, BodyRenderer>();

/** The renderer of a form in which sources give bodies, once it has been loaded; loads it otherwise. */
export async function loadRenderer(format: BodyFormat): Promise<BodyRenderer> {
  const known = loaded.get(format);
  if (known !== undefined) return known;
  const renderer = await loaders[format]();
  loaded.set(format, renderer);
  return renderer;
}
