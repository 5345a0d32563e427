import type { BodyFormat } from '../sources/port.js';
import { renderMarkdownBody } from './markdown/render.js';
import type { BodyRenderer } from './port.js';
import { renderWordPressBody } from './wordpress/render.js';

/** The renderer of each form in which sources give bodies. */
export const bodyRenderers: Readonly<Record<BodyFormat, BodyRenderer>> = {
  html: (body) => body,
  wordpress: renderWordPressBody,
  markdown: renderMarkdownBody,
};
