import { counted } from '../../../../core/text.js';
import { type PageCheck, type PageFinding, pass, THRESHOLDS, warn } from '../check.js';
import type { FeaturedImage } from '../page-metrics.js';

const { videoMinWords } = THRESHOLDS;

/** Whether the images of a page are described. */
export const altText: PageCheck = {
  id: 'alt_text',
  label: 'Image descriptions',
  problem: 'Images without description',
  why: 'Describe each image in its alternative text; leave it empty where the image only decorates.',
  condition: 'every image has an `alt`, which may be empty, and none is only the name of the file',
  run({ measures: { images } }) {
    const { missing, missingNames, fileNamed, fileNames } = images;
    if (missing + fileNamed === 0)
      return pass('Every image has an alternative text or is marked as decoration.');
    const parts = [
      missing > 0 &&
        `${counted(missing, 'image')} without alternative text (${named(missing, missingNames)})`,
      fileNamed > 0 &&
        `${counted(fileNamed, 'image')} with the name of the file (${named(fileNamed, fileNames)})`,
    ];
    return warn(`${parts.filter((part) => part !== false).join('; ')}.`);
  },
};

function named(count: number, names: readonly string[]): string {
  return `${names.join(', ')}${count > names.length ? ', …' : ''}`;
}

/** Whether a page has an image of its own, where pages of its type have one. */
export const featuredImage: PageCheck = {
  id: 'featured_image',
  label: 'Featured image',
  problem: 'No featured image',
  why: 'Choose an image that represents the page in cards and results.',
  condition: 'has an image of its own; pages of types that use none pass',
  run({ expectsImage, image }) {
    if (!expectsImage) return pass("On this site, pages of this type don't have their own image.");
    if (image !== undefined) return pass(`${image.name}.`);
    return warn('Other pages of this type have their own image, but this page has none.');
  },
};

/** Whether a page's own image is described. */
export const featuredAlt: PageCheck = {
  id: 'featured_alt',
  label: 'Featured image description',
  problem: 'Featured image not described',
  why: 'Describe the featured image in its alternative text.',
  condition:
    "its own image has a description that isn't the name of the file, and the page shows it; pages without such an image have no row. An image that the written page shows with an empty description fails",
  run({ expectsImage, image }) {
    return expectsImage && image !== undefined ? evaluate(image) : undefined;
  },
};

function evaluate({ name, alt }: FeaturedImage): PageFinding {
  if (alt === 'own') return pass(`${name} is described.`);
  if (alt === 'file-name') return warn(`The description of ${name} is only the name of its file.`);
  if (alt === 'title') return warn(`${name} is described, but the page doesn't show the description.`);
  if (alt === 'none') return warn(`${name} has no description.`);
  return {
    status: 'fail',
    detail: `${name} has no description, and the page shows it with an empty description.`,
  };
}

/** Whether a page describes its videos and recordings in words. */
export const media: PageCheck = {
  id: 'media',
  label: 'Videos and recordings in words',
  problem: 'Undescribed video or recording',
  why: 'Write a caption, a note or a transcript: agents can only read text.',
  condition: `every video and recording has a caption or a note, or there is a transcript, or the page has at least ${videoMinWords} words`,
  run({ measures: { media: found, words } }) {
    const { videos, audios, undescribed, captioned, transcript } = found;
    if (videos + audios === 0) return pass('No videos or recordings.');
    const counts = [
      videos > 0 && counted(videos, 'video'),
      audios > 0 && counted(audios, 'recording'),
    ].filter((part) => part !== false);
    const files = captioned > 0 ? `, ${captioned} with a file of captions` : '';
    const all = `${counts.join(' and ')}${files}`;
    if (transcript) return pass(`${all}; the page has a transcript.`);
    if (undescribed === 0) return pass(`${all}; each has a caption or a note.`);
    if (words >= videoMinWords) return pass(`${all}, but the page has enough text besides.`);
    const hint = captioned > 0 ? " Agents don't read caption files." : '';
    return warn(`${all}; ${undescribed} without a word about it.${hint}`);
  },
};
