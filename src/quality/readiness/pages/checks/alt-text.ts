import { counted } from '../../../../core/text.js';
import { type PageCheck, pass, warn } from '../check.js';

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
