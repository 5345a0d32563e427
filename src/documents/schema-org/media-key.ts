import { shortHash } from '../../core/hash.js';
import { isParsableUrl } from '../../core/parsable-url.js';
import { lastSegment } from '../../core/paths.js';

/** Path segments that belong to players, not to what they play. */
export const PLAYER_SEGMENTS: ReadonlySet<string> = new Set(
  'embed embeds iframe watch video videos v e player view oembed'.split(' '),
);

/** A placeholder for the site in addresses without a host. */
const OWN_HOST = 'https://local';

/**
 * A key that distinguishes media addresses, whichever player they use: the last two labels of the host and an id.
 * @param address absolute, or below the site
 * @param skipped path segments that aren't ids, in lower case
 */
export function mediaKey(address: string, skipped: ReadonlySet<string> = PLAYER_SEGMENTS): string {
  if (!isParsableUrl(address, OWN_HOST)) return shortHash(address);
  const url = new URL(address, OWN_HOST);
  const id = pathId(url, skipped) ?? queryId(url) ?? shortHash(address);
  return `${hostKey(url.hostname)}:${id}`;
}

/** Short and long hosts of one service count as one. */
function hostKey(host: string): string {
  const key = host.split('.').slice(-2).join('.');
  return key === 'youtu.be' || key === 'youtube-nocookie.com' ? 'youtube.com' : key;
}

function pathId({ pathname }: URL, skipped: ReadonlySet<string>): string | undefined {
  const last = lastSegment(pathname);
  return /^[A-Za-z0-9_.-]{6,}$/.test(last) && !skipped.has(last.toLowerCase()) ? last : undefined;
}

function queryId({ searchParams }: URL): string | undefined {
  const values = [...searchParams.values()].filter((value) => /^[A-Za-z0-9_-]{6,}$/.test(value));
  return values.sort((a, b) => a.length - b.length)[0];
}

/** The address of the player, where it follows from the shared address. */
export function playerUrl(address: string): string {
  const youtube =
    /^https?:\/\/(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/watch\?(?:[^#]*&)?v=|youtu\.be\/)([A-Za-z0-9_-]{6,})/i.exec(
      address,
    );
  if (youtube !== null) return `https://www.youtube.com/embed/${youtube[1]}`;
  const vimeo = /^https?:\/\/(?:www\.)?vimeo\.com\/(\d{5,})/i.exec(address);
  return vimeo === null ? address : `https://player.vimeo.com/video/${vimeo[1]}`;
}
