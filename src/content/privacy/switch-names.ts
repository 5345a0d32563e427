/** Words of a switch that holds a page or a part of it back, besides those of access. */
const ABOUT_PAGE =
  /^(?:only|requires?|required|needed|enabled?|active|on|in|mode|flag|status|contents?|inhalte|conten[iu]do?|texts?|body|pages?|posts?|articles?|entry|entries|docs?|documents?|notes?|files?|items?|lessons?|courses?|students?|learners?|areas?|bereich|sections?|zones?|blocks?|parts?|this|it|me|all|everyone|public|guests?|visitors?|groups?|levels?|walls?|view(?:ing|er|ers)?|read(?:ing|er|ers)?|see|site|use|for|from|to|until|after|drafts?|no|not|non|emails?|forms?|shown?|visible|viewable|available|nur|fur|pour|solo|para|per|seulement|is|has|early|special|limited)$/;
/** Verbs before what they hold back. */
const VERB =
  /^(?:restrict|limit|protect|hid(?:e|es|den)|lock|gate|encrypt|requires?|needs?|deny|conceal|redact)$/;
/** Nouns that name something else after most words: `wheelchair_access`, `floor_plan`, `board_member`. */
const ANY_NOUN =
  /^(?:access|protection|authentication|passwords?|members?|memberships?|plans?|restrictions?|encryption|permissions?|visibility|registration|subscription|locker|roles?|users?|customers?)$/;
/** Names of what every reader may see: `no_paywall`, `login_free`. */
const OPEN =
  /^(?:no|not|non|without|ignore|skip|disabled?)-(?!access|entr|guest|visitor|anonym|publi)|^no(?:paywall|login|password)|^un(?:restricted|protected|locked|encrypted|gated)$/;

/**
 * True where a switch with this name is about readers. The last word of a name says what it is: `private_post` is a post,
 * `private_parking` is a place.
 * @param isAccess true for a word of access
 */
export function isSwitchOfReaders(parts: readonly string[], isAccess: (part: string) => boolean): boolean {
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (OPEN.test(parts.join('-'))) return false;
  if (parts.length === 1 || VERB.test(first)) return true;
  const isPlain = (part: string) => isAccess(part) || ABOUT_PAGE.test(part);
  return ANY_NOUN.test(last) ? parts.every(isPlain) : isPlain(last);
}
