import { isObject } from '../../../core/json.js';
import { escapeOnce, isWebAddress } from './escape.js';

type PictureRecord = Readonly<Record<string, unknown>>;

const IMAGE_FILE = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)/i;

/** True for a record of an image, as editors copy it from the library: `{ "id": 12, "url": "….jpg", "alt": "" }`. */
export function isPicture(value: unknown): value is PictureRecord {
  return isObject(value) && addressOf(value) !== undefined;
}

/** A figure of it. */
export function pictureFigure(picture: PictureRecord): string {
  const { alt, caption } = picture;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const below = text(caption).trim() === '' ? '' : `<figcaption>${text(caption)}</figcaption>`;
  return `<figure><img src="${escapeOnce(addressOf(picture) ?? '')}" alt="${escapeOnce(text(alt))}">${below}</figure>`;
}

function addressOf(record: PictureRecord): string | undefined {
  const given = [record['url'], record['src'], record['full_url'], record['source_url']];
  return given.find(
    (url): url is string => typeof url === 'string' && IMAGE_FILE.test(url) && isWebAddress(url),
  );
}
