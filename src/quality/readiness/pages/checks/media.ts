import { counted } from '../../../../core/text.js';
import { type PageCheck, pass, warn } from '../check.js';
import { THRESHOLDS } from '../thresholds.js';

const { videoMinWords } = THRESHOLDS;

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
