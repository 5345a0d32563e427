import { type PageCheck, pass, warn } from '../check.js';

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
