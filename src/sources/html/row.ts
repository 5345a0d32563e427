import type { SourceDefinition } from '../port.js';
import { detectHtml } from './detect.js';

/** Built pages. A parser of HTML comes with them; the options are those of `HtmlOptions`. */
export const htmlSource: SourceDefinition = {
  type: 'html',
  traits: { isFolder: true, isAuthored: false, isBuilt: true, needsUrl: false, hasShortcodes: false },
  detect: detectHtml,
  async open(options) {
    return (await import('./source.js')).openPages(options);
  },
};
