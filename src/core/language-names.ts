/** Names of languages in themselves. `Intl.DisplayNames` differs with the version of Node, and with its build. */
const NAMES = new Map(
  `af Afrikaans|am አማርኛ|ar العربية|az Azərbaycan|be Беларуская|bg Български|bn বাংলা|bs Bosanski|ca Català|cs Čeština
cy Cymraeg|da Dansk|de Deutsch|el Ελληνικά|en English|eo Esperanto|es Español|et Eesti|eu Euskara|fa فارسی|fi Suomi
fil Filipino|fr Français|ga Gaeilge|gl Galego|gu ગુજરાતી|he עברית|hi हिन्दी|hr Hrvatski|hu Magyar|hy Հայերեն
id Bahasa Indonesia|is Íslenska|it Italiano|ja 日本語|ka ქართული|kk Қазақ тілі|km ខ្មែរ|kn ಕನ್ನಡ|ko 한국어|ky Кыргызча
lo ລາວ|lt Lietuvių|lv Latviešu|mk Македонски|ml മലയാളം|mn Монгол|mr मराठी|ms Bahasa Melayu|my မြန်မာ|nb Norsk bokmål
ne नेपाली|nl Nederlands|nn Norsk nynorsk|no Norsk|pa ਪੰਜਾਬੀ|pl Polski|pt Português|pt-br Português (Brasil)
pt-pt Português (Portugal)|ro Română|ru Русский|si සිංහල|sk Slovenčina|sl Slovenščina|sq Shqip|sr Српски|sv Svenska
sw Kiswahili|ta தமிழ்|te తెలుగు|th ไทย|tr Türkçe|uk Українська|ur اردو|uz Oʻzbek|vi Tiếng Việt|zh 中文|zh-cn 简体中文
zh-hans 简体中文|zh-hant 繁體中文|zh-hk 繁體中文|zh-tw 繁體中文`
    .split(/[|\n]/)
    .map((row) => [row.slice(0, row.indexOf(' ')), row.slice(row.indexOf(' ') + 1)] as const),
);

/**
 * A language tag with the name of the language in that language: `Deutsch (de)`.
 * @returns the tag alone for a language without a name here
 */
export function languageLabel(tag: string): string {
  const key = tag.toLowerCase().replaceAll('_', '-');
  const name = NAMES.get(key) ?? NAMES.get(key.split('-', 1)[0] ?? '');
  return name === undefined ? tag : `${name} (${tag})`;
}

/** `en` and `en-GB` are one language, `zh-CN` and `zh-TW` are two. */
export function isVariant(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a === b || a.startsWith(`${b}-`) || b.startsWith(`${a}-`);
}
