import { decodePercent } from '../../../core/percent.js';
import { editFrontMatter } from '../../content/write/front-matter-edit.js';
import { joinFile, type StoredFile } from '../../content/write/stored-file.js';
import { AbilityError } from '../ability-error.js';
import type { WrittenEntry } from './written-entry.js';

/**
 * Keeps the former address of a public entry that gets a new one, where its generator knows `aliases`.
 * @param next the file with its new slug
 * @throws AbilityError `svc_address_elsewhere` if the slug doesn't change the address
 */
export function withFormerAddress(
  { entry, open }: WrittenEntry,
  next: StoredFile,
  slug: string | undefined,
): StoredFile {
  if (slug === undefined) return next;
  const addressOf = (file: StoredFile) => open.folder.entryOf(open.key, joinFile(file))?.entry.url ?? '';
  const [former, current] = [addressOf(open.file), addressOf(next)];
  if (former === current) {
    if (
      decodePercent(former)
        .replace(/(?:\.html?)?\/?$/i, '')
        .endsWith(`/${slug}`)
    )
      return next;
    const message = `The slug "${slug}" doesn't change the address of this page, ${former}: its permalink or its file decides. Nothing was written. Leave out "slug", or change that by hand.`;
    throw new AbilityError(409, 'svc_address_elsewhere', message);
  }
  const { generator, library } = open.folder.layout;
  const keeps = generator === 'plain' || generator === 'hugo' || library !== undefined;
  if (!entry.isListed || !keeps || former === '') return next;
  const known = [(next.data['aliases'] ?? []) as string | readonly string[]].flat();
  return editFrontMatter(next, new Map([['aliases', [...new Set([...known, former])]]]), open.key);
}
