/** Tells by the name of a setting of a page builder whether readers see its value. */

/** Patterns for the names of settings, by their role. */
const ROLES = {
  heading: /(?:^|_)(?:title|heading|headline|label|question)(?:_text)?(?:_[ab])?$/,
  subtitle: /(?:^|_)(?:(?:sub|pre|over)_?(?:title|heading|headline)|tagline|eyebrow|kicker|ribbon_title)$/,
  text: /(?:^|_)(?:editor|text|content|description|desc|paragraph|caption|body|message|testimonial|quote|bio(?:graphy)?|answer|info|subtext|item|features)(?:_text)?(?:_[ab])?$/,
  person: /(?:^|_)(?:name|author|author_name|job|company|role|designation)$/,
  button: /(?:^|_)(?:(?:button|btn|read_more|link)_?(?:text|label|title)?|cta_?(?:text|label)?)$/,
  link: /(?:^|_)(?:link|url|href)(?:_url)?$/,
} as const;

export type Role = keyof typeof ROLES;

/** Settings about looks and behaviour, and labels that only editors see. */
const NOT_SHOWN =
  /^(?:_|(?:show|hide|enable)_)|(?:^|_)(?:css|class|classes|id|alt|icon(?!_box)|color|typography|animation|hover|align|alignment|justify|flex|direction|position|size|width|height|tag|type|style|layout|shadow|border|background|bg|overlay|placeholder|transition|cursor|aria|admin|field|required|display|visibility|condition|conditions|query|dynamic|export|responsive)(?:_|$)/;

/** `buttonText` and `button-text` as `button_text`. */
export function foldKey(key: string): string {
  return key
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
}

/** The role of a setting; undefined for one that shows no text. */
export function roleOf(key: string): Role | undefined {
  const name = foldKey(key);
  if (NOT_SHOWN.test(name)) return undefined;
  const order: readonly Role[] = ['button', 'subtitle', 'heading', 'text', 'person', 'link'];
  return order.find((role) => ROLES[role].test(name));
}

/** Texts that most readers never see, and names that programs use. */
const UNSEEN =
  /(?:^|_)(?:success|errors?|fail\w*|empty|no|not|load|prev(?:ious)?|next|submit|search|log(?:in|out|ged)|members?|premium|paid|guests?|private|protected|restrict\w*|locked|gated|pay_?wall\w*|subscri\w*|exclusive|vip|customers?|staff|draft|after|unlock\w*|registered|signed|teachers?|instructors?|denied|secret|password|internal|editor|hidden|validation|expired?|tooltip|screen|reader|alt|slug|anchor|font|form|template|pattern|block|layer|taxonomy|term|post|meta|schema|json|seo|email|mail|share|user|click|more|less|expand|collapse)(?:_|$)/;
/** Other names of texts. */
const ALSO =
  /(?:^|_)(?:intro(?:duction)?|details?|instructions?|tips?|summary|lead|notice|slogan|location|venue|address|ingredients?|yield|tweet)$/;

/** True for the name of a field with words of editors to each other, or for some readers, or with a credential. */
export function isInternal(key: string): boolean {
  return INTERNAL.test(foldKey(key));
}

const INTERNAL =
  /(?:^|_)(?:internal|admin|editors?|staff|secret|hidden|draft|private|(?:members?|subscribers?|customers?|users?|patrons?)_only|(?<!not_)logged_in|restricted|gated|paywalled)_(?:notes?|comments?|text|content|info|memo|message)$|(?:^|_)(?:(?:api|access|secret|license)_key|client_secret|password|admin_(?:label|title|name))$/;

/** True for the name of an attribute or a field that a block shows as text, whatever its prefix: `summaryTitle`. */
export function namesText(key: string): boolean {
  const name = key.replace(/\d+$/, '');
  const folded = foldKey(name);
  const role = roleOf(name) ?? (ALSO.test(folded) && !NOT_SHOWN.test(folded) ? 'text' : 'link');
  return role !== 'link' && !UNSEEN.test(folded) && !/(?:^|_)(?:link|button|btn|cta)$/.test(folded);
}

/** True for at least two words with letters. */
export function isProse(text: string): boolean {
  return /\p{L}\p{M}*['’.-]*[\s,;:]+\p{L}/u.test(text);
}

/** True for five words and more without code. */
export function isSentence(text: string): boolean {
  if (/^\s*(?:[[{]|[aOs]:\d+:)|[{}|\\]/.test(text)) return false;
  const written = text
    .replace(/<[^<>]*>/g, ' ')
    .match(/(?<!\S)["'“‘«(]?\p{L}[\p{L}\p{M}'’-]*["'”’»),.:;!?…]*(?!\S)/gu);
  return (written?.length ?? 0) >= 5;
}

/** True for a text that isn't a value of a setting: several words, a capital at the start, or letters without case. */
export function isWritten(text: string): boolean {
  return /^[^\p{L}]*[\p{Lu}\p{Lo}]/u.test(text) || isProse(text);
}
