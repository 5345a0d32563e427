import { isGroup, nameParts } from './privacy.js';

/** Folders whose whole name means private; `access-control` and `private-networks` don't. */
const PRIVATE_SEGMENT =
  /^(?:private?|privat[eo]?|prive|privado|internal|intern[eo]?|confidential|confidentiel|confidencial|vertraulich|secrets?|geheim|segreto|members|mitglieder|membres|miembros|membri|membros|leden|subscribers|abonnenten|abonnes|suscriptores|abbonati|assinantes|premium|paid|paywalled|restricted|gated|vip|patrons|insiders|hidden|unlisted|medlemm(?:er|ar)|prywatne|soukrome|приватное|закрытое|非公開|会員|会員限定|有料|内部|会员|會員|私密|비공개|회원)$/;
const SEGMENT_FILLERS =
  /^(?:only|area|content|pages?|posts?|zone|bereich|nur|fur|pour|solo|para|per|inhalte|seulement|contenu|contenido|for|docs|notes)$/;

/**
 * True for a folder, or a file name without its ending, that sounds private as a whole: `private`, `members-only`,
 * `nur-mitglieder`. Names that only contain such a word are topics.
 */
export function segmentSoundsPrivate(segment: string): boolean {
  const parts = nameParts(segment);
  const named = parts.filter((part) => !SEGMENT_FILLERS.test(part));
  if (parts.at(-1) === 'only' && named.length > 0 && named.every(isGroup)) return true;
  return named.length > 0 && named.every((part) => PRIVATE_SEGMENT.test(part.normalize()));
}
