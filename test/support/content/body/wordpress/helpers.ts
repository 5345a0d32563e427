import { type BodyContext, htmlOf, type Media } from '../../../../../src/content/body/port.js';
import { renderWordPressBody } from '../../../../../src/content/body/wordpress/render.js';
import { Warnings } from '../../../../../src/core/warnings.js';

const UPLOADS = 'https://old.example/wp-content/uploads';

function media(id: number, file: string, more: Partial<Media> = {}): Media {
  return {
    id,
    url: `${UPLOADS}/${file}`,
    alt: '',
    title: '',
    caption: '',
    mime: 'image/jpeg',
    menuOrder: 0,
    ...more,
  };
}

const LIBRARY: readonly Media[] = [
  media(1, 'stand.jpg', { alt: 'A truing stand', parent: 9 }),
  media(2, 'saddle.jpg', {
    alt: 'A "wet" saddle',
    caption: 'Saddle <em>no. 4</em>',
    parent: 9,
    width: 900,
    height: 1200,
  }),
  media(3, 'bell.mp3', { mime: 'audio/mpeg', title: 'Bell tones' }),
  media(4, 'chart.pdf', { mime: 'application/pdf', title: 'Spokes &amp; <nipples> & more' }),
  media(5, 'ride.mp4', { mime: 'video/mp4', title: 'The ride' }),
];

/** A context with a small media library and the given reusable blocks. */
function contextOf(
  patterns: Readonly<Record<number, string>> = {},
  warnings = new Warnings(),
  privacy?: BodyContext['privacy'],
): BodyContext {
  return {
    ...(privacy && { privacy }),
    entryId: 9,
    ref: 'export.xml:12',
    media: {
      byId: (id) => LIBRARY.find((item) => item.id === id),
      attachedTo: (id) => LIBRARY.filter((item) => item.parent === id),
    },
    pattern: (id) => patterns[id],
    warnings,
  };
}

/** Renders a body with the small library. */
export function render(
  body: string,
  patterns?: Readonly<Record<number, string>>,
  warnings?: Warnings,
  privacy?: BodyContext['privacy'],
): string {
  return htmlOf(renderWordPressBody(body, contextOf(patterns, warnings, privacy)));
}

/** White space between tags does not matter to a reader. */
export function flat(html: string): string {
  return html.replace(/>\s+</g, '><').replace(/\s+/g, ' ').trim();
}
