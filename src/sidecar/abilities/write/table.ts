import type { Ability } from '../ability.js';
import { applyFix } from './apply-fix.js';
import { createContent } from './create-content.js';
import { describeContentImage } from './describe-content-image.js';
import { describeImage } from './describe-image.js';
import { editContent } from './edit-content.js';
import { recheckClient } from './recheck-client.js';
import { retryAnnouncement } from './retry-announcement.js';
import { reviewClient } from './review-client.js';
import { setAsidePage } from './set-aside-page.js';
import { updateContent } from './update-content.js';
import { writeDescription } from './write-description.js';
import { writeSearchFields } from './write-search-fields.js';
import { writeTopics } from './write-topics.js';

/** The abilities that write, in the order of lists. */
export const writeAbilities: readonly Ability[] = [
  createContent,
  updateContent,
  editContent,
  describeImage,
  describeContentImage,
  writeDescription,
  writeTopics,
  writeSearchFields,
  applyFix,
  setAsidePage,
  retryAnnouncement,
  reviewClient,
  recheckClient,
];
