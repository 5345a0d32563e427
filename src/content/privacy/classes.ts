/** Classes of extensions that show their element only to readers with an account. */
const READERS =
  /^(?:restrict(?:ed)?-content|(?:hide|hidden)-(?:if|when|for|from|to)-(?:logged-?out|guests?|visitors?)|(?:show|visible|display)-(?:if-|when-|for-|to-|only-)?(?:logged-?in|users?|members?|subscribers?)|(?:um|rcp|pmpro|mepr|wpf)-(?:locked|restricted|protected)(?:-content)?)$/i;

/** True for a class that shows its element only to readers with an account. */
export function isForReaders(name: string): boolean {
  return READERS.test(name.replaceAll('_', '-'));
}

/** Words that hide, in the classes of frameworks and builders. */
const HIDES = /^(?:hide|hidden|invisible|no|none|false|disabled)$/;
/** The sizes of screens by the words of frameworks, each list a whole set. */
const SIZES = [
  [/^(?:desktop|desk)$/, /^(?:tablet|tab)$/, /^(?:mobile|mob|phone|smartphone)$/],
  [/^large$/, /^medium$/, /^small$/],
  [/^xs$/, /^sm$/, /^md$/, /^lg$/],
];
/** The system with three of these letters. */
const THREE_LETTERS = /^kvs-(?:lg|md|sm)-false$/;

/** True for classes that together hide an element on all sizes of screens: `hide-desktop hide-tablet hide-mobile`. */
export function hideOnAllScreens(names: readonly string[]): boolean {
  const hidden = names.flatMap((name) => {
    const words = name.toLowerCase().split(/[-_]+/);
    return words.length > 1 && words.some((word) => HIDES.test(word)) ? [words] : [];
  });
  if (hidden.length === 0) return false;
  if (hidden.some((words) => words.includes('disabled') && words.at(-1) === 'all')) return true;
  if (names.filter((name) => THREE_LETTERS.test(name)).length === 3) return true;
  return SIZES.some((sizes) =>
    sizes.every((size) => hidden.some((words) => words.some((word) => size.test(word)))),
  );
}

/** Classes of frameworks that take their element from the page. */
const HIDDEN = /^(?:d-none|hidden|is-hidden|u-hidden|display-none|hide|invisible)$/;
/** Classes that show it again: on a larger screen, in a state, or in print. */
const SHOWN =
  /^d-(?:(?:sm|md|lg|xl|xxl)-)?(?:block|flex|grid|inline|inline-block|inline-flex|table\S*)$|:(?:!?(?:block|flex|grid|inline|inline-block|inline-flex|contents|visible|table\S*))$|^(?:show|visible|is-visible|active|open)(?:-|$)/;

/** True for a class by which a framework hides its element at all times, without another that shows it. */
export function hideAtAllTimes(names: readonly string[]): boolean {
  return names.some((name) => HIDDEN.test(name)) && !names.some((name) => SHOWN.test(name));
}
