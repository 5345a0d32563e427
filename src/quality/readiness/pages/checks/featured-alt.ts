import { type Finding, type PageCheck, pass, warn } from '../check.js';
import type { FeaturedImage } from '../measure/featured-image.js';

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

function evaluate({ name, alt }: FeaturedImage): Finding {
  if (alt === 'own') return pass(`${name} is described.`);
  if (alt === 'file-name') return warn(`The description of ${name} is only the name of its file.`);
  if (alt === 'title') return warn(`${name} is described, but the page doesn't show the description.`);
  if (alt === 'none') return warn(`${name} has no description.`);
  return {
    status: 'fail',
    detail: `${name} has no description, and the page shows it with an empty description.`,
  };
}
