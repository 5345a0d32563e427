import { imageKey } from '../pages/measure/images.js';
import type { VerdictStore } from './port.js';

/**
 * Marks every page that shows an image, when its description has changed.
 * @param url address of the image in any size
 * @returns ids of the pages
 */
export async function markImageStale(
  store: Pick<VerdictStore, 'pagesWithImage' | 'markStale'>,
  url: string,
): Promise<readonly number[]> {
  const ids = await store.pagesWithImage(imageKey(url));
  await store.markStale(ids);
  return ids;
}
