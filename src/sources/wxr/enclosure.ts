import { escapeMarkup } from '../../content/body/wordpress/escape.js';
import { AUDIO, VIDEO } from '../../content/body/wordpress/shortcodes/media.js';
import type { Fields } from './fields.js';

/** The file of an episode, as PowerPress and Seriously Simple Podcasting store it. */
const KEYS = new Set(['enclosure', 'audio_file']);

/** A body with the players of its episode, which such extensions show on the page. */
export function withEnclosures(body: string, fields: Fields): string {
  const values = [...fields.metaLists(KEYS).values()].flat();
  // The address, the size, the type and further data are on a line each.
  const files = new Map(values.map((value) => [nameOf(value.trim().split(/\s/, 1)[0] ?? ''), value.trim()]));
  const players = [...files].flatMap(([name, value]) => {
    const [url = '', , type = ''] = value.split(/\r?\n/).map((line) => line.trim());
    const kind = kindOf(url, type);
    if (kind === undefined || !/^https?:\/\/\S+$/i.test(url) || body.includes(name)) return [];
    return `<!-- wp:${kind} -->\n<figure><${kind} controls src="${escapeMarkup(url)}"></${kind}></figure>\n<!-- /wp:${kind} -->`;
  });
  return [body, ...players].join('\n\n');
}

/** The name of the file: a service for statistics stands before some addresses. */
function nameOf(url: string): string {
  return /[^/?#]+(?=[?#]|$)/.exec(url)?.[0] ?? url;
}

function kindOf(url: string, type: string): string | undefined {
  if (AUDIO.test(url)) return 'audio';
  return VIDEO.test(url) ? 'video' : /^(audio|video)\//.exec(type)?.[1];
}
