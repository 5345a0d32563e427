import { saysNoindex } from '../../content/html/robots.js';
import type { Mark } from '../audit.js';
import type { RawEntry } from '../port.js';
import type { PageHead, RobotsTag } from './head.js';

/** The marks in a built page by which it is not for every reader. */
export function marksOf(
  head: PageHead,
  entry: Pick<RawEntry, 'status' | 'protected' | 'noindex' | 'expires'>,
  isPaid: boolean,
): readonly Mark[] {
  const marks: Mark[] = [];
  if (entry.status !== 'publish') {
    const rule = 'it is a draft of a Medium archive';
    marks.push({ about: 'status', rule, setting: 'Publish it on Medium and export again.' });
  }
  if (entry.protected) {
    marks.push({
      about: 'protected',
      rule: isPaid
        ? 'its JSON-LD, a meta tag or a class of the page says that it isn’t for every reader, such as "isAccessibleForFree": false'
        : 'a password tool has encrypted the page',
      setting: isPaid
        ? 'Remove the mark from the page and build the site again.'
        : 'Build the page without encryption.',
    });
  }
  const tags = head.robots;
  const tag = tags.find(({ content }) => saysNoindex(content));
  if (tag !== undefined) {
    marks.push({
      about: 'noindex',
      rule: quoted(tag),
      setting: 'Remove the tag from the page and build the site again.',
    });
  }
  const end = tags.find(({ content }) => /unavailable_after/i.test(content));
  if (end !== undefined) {
    marks.push({
      about: 'expires',
      rule: quoted(end),
      setting: 'Remove the tag from the page and build the site again.',
    });
  }
  const [ended] = head.metas('article:expiration_time');
  if (ended !== undefined) {
    const tagged = { name: 'article:expiration_time', content: ended };
    marks.push({
      about: 'expires',
      rule: quoted(tagged),
      setting: 'Change the tag in the page and build the site again.',
    });
  }
  return marks;
}

function quoted({ name, content }: RobotsTag): string {
  return `<meta name="${name}" content="${content.slice(0, 80)}">`;
}
