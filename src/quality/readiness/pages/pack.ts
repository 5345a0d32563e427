import { THRESHOLDS } from './check.js';
import type { Coverage } from './measure/coverage.js';
import type { HeadingMeasures } from './measure/page-meter.js';
import type { ProseMeasures } from './measure/prose.js';
import type { FeaturedImage, PageMetrics } from './page-metrics.js';

const EXCERPT = 1;
const CONTAINER = 2;
const NOT_GRADED = 4;
const EVERGREEN = 8;
const TRANSCRIPT = 16;

type Jump = NonNullable<HeadingMeasures['jump']>;

/** A checkup in few bytes: one is kept for every page between builds. Rare values are at the end. */
export type PackedCheckup = readonly [
  flags: number,
  body: readonly [words: number, figures: number, outbound: number, linkWords: number, headings: number],
  paragraphs: readonly [
    count: number,
    first: number,
    longest: number,
    long?: number,
    openings?: readonly string[],
  ],
  prose: readonly [words: number, sentences: number, syllables: number, familiar: number] | 0,
  imageKeys: string,
  featured: readonly [name: string, alt: FeaturedImage['alt']] | 0,
  media: readonly [videos: number, audios: number, undescribed: number, captioned: number] | 0,
  images:
    | readonly [missing: number, names: readonly string[], fileNamed: number, fileNames: readonly string[]]
    | 0,
  terms: readonly [familiar: readonly string[], heavy: readonly string[]] | 0,
  jump: Jump | 0,
  focus: readonly [focus: string, coverage: Coverage | undefined] | 0,
];

/** Packs a checkup; `unpackCheckup` gives an equal one. */
export function packCheckup(checkup: PageMetrics): PackedCheckup {
  const { measures, image, focus, coverage } = checkup;
  const { paragraphs, headings, images, media, prose } = measures;
  const { words, figures, outbound, linkWords } = measures;
  const { missing, missingNames, fileNamed, fileNames } = images;
  const hasTerms = prose !== undefined && prose.familiar.length + prose.heavy.length > 0;
  return [
    flagsOf(checkup),
    [words, figures, outbound, linkWords, headings.count],
    paragraphs.long === 0
      ? [paragraphs.count, paragraphs.first, paragraphs.longest]
      : [paragraphs.count, paragraphs.first, paragraphs.longest, paragraphs.long, paragraphs.openings],
    prose === undefined ? 0 : [prose.words, prose.sentences, prose.syllables, prose.familiarSyllables],
    images.keys.join(' '),
    image === undefined ? 0 : [image.name, image.alt],
    media.videos + media.audios === 0 ? 0 : [media.videos, media.audios, media.undescribed, media.captioned],
    missing + fileNamed === 0 ? 0 : [missing, missingNames, fileNamed, fileNames],
    hasTerms ? [prose.familiar, prose.heavy] : 0,
    headings.jump ?? 0,
    focus === '' ? 0 : [focus, coverage],
  ];
}

function flagsOf({ hasExcerpt, containerOnly, graded, evergreen, measures }: PageMetrics): number {
  return (
    (hasExcerpt ? EXCERPT : 0) |
    (containerOnly ? CONTAINER : 0) |
    (graded ? 0 : NOT_GRADED) |
    (evergreen ? EVERGREEN : 0) |
    (measures.media.transcript ? TRANSCRIPT : 0)
  );
}

/** Whether the page shows an image of its own. */
export function hasImage([, , , , , featured]: PackedCheckup): boolean {
  return featured !== 0;
}

/** Whether the page can become too old: long enough, and not marked as evergreen. */
export function canAge([flags, [words]]: PackedCheckup): boolean {
  return (flags & EVERGREEN) === 0 && words >= THRESHOLDS.minWords;
}

/** The checkup that was packed. */
export function unpackCheckup(packed: PackedCheckup): PageMetrics {
  const [flags, body, paragraphs, prose, keys, featured, media, images, terms, jump, found] = packed;
  const [words, figures, outbound, linkWords, headings] = body;
  const [count, first, longest, long = 0, openings = []] = paragraphs;
  const [videos, audios, undescribed, captioned] = media || [0, 0, 0, 0];
  const [missing, missingNames, fileNamed, fileNames] = images || [0, [], 0, []];
  const [focus, coverage] = found || ['', undefined];
  return {
    measures: {
      words,
      figures,
      outbound,
      linkWords,
      paragraphs: { count, first, longest, long, openings },
      headings: { count: headings, ...(jump !== 0 && { jump }) },
      images: { missing, missingNames, fileNamed, fileNames, keys: keys === '' ? [] : keys.split(' ') },
      media: { videos, audios, undescribed, captioned, transcript: (flags & TRANSCRIPT) !== 0 },
      ...(prose !== 0 && { prose: unpackProse(prose, terms) }),
    },
    hasExcerpt: (flags & EXCERPT) !== 0,
    focus,
    ...(coverage && { coverage }),
    ...(featured !== 0 && { image: { name: featured[0], alt: featured[1] } }),
    containerOnly: (flags & CONTAINER) !== 0,
    graded: (flags & NOT_GRADED) === 0,
    evergreen: (flags & EVERGREEN) !== 0,
  };
}

function unpackProse(
  [words, sentences, syllables, familiarSyllables]: Exclude<PackedCheckup[3], 0>,
  terms: PackedCheckup[8],
): ProseMeasures {
  const [familiar, heavy] = terms || [[], []];
  return { words, sentences, syllables, familiarSyllables, familiar, heavy };
}
