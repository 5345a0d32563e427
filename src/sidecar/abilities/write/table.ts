import type { Ability } from '../ability.js';
import { applyFix } from './apply-fix.js';
import { createContent } from './create-content.js';
import { describeContentImage } from './describe-content-image.js';
import { describeImage } from './describe-image.js';
import { editContent } from './edit-content.js';
import { restoreContent } from './restore-content.js';
import { retryAnnouncement } from './retry-announcement.js';
import { recheckClient, reviewClient } from './review-client.js';
import { setAsidePage } from './set-aside-page.js';
import { updateContent, writeDescription, writeSearchFields, writeTopics } from './update-content.js';

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
  restoreContent,
];
