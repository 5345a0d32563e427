/** Class names by which extensions show an element only to signed-in readers. */
const READERS =
  /^(?:restrict(?:ed)?-content|(?:hide|hidden)-(?:if|when|for|from|to)-(?:logged-?out|guests?|visitors?)|(?:show|visible|display)-(?:if-|when-|for-|to-|only-)?(?:logged-?in|users?|members?|subscribers?)|(?:um|rcp|pmpro|mepr|wpf)-(?:locked|restricted|protected)(?:-content)?)$/i;

/** Returns true for a class name that shows its element only to signed-in readers. */
export function isForReaders(name: string): boolean {
  return READERS.test(name.replaceAll('_', '-'));
}

/** Words for hiding in class names of frameworks and page builders. */
const HIDES = /^(?:hide|hidden|invisible|no|none|false|disabled)$/;
/** The screen sizes of frameworks; each list covers all screens. */
const SIZES = [
  [/^(?:desktop|desk)$/, /^(?:tablet|tab)$/, /^(?:mobile|mob|phone|smartphone)$/],
  [/^large$/, /^medium$/, /^small$/],
  [/^xs$/, /^sm$/, /^md$/, /^lg$/],
];
/** Kadence has one class name for each screen size. */
const THREE_LETTERS = /^kvs-(?:lg|md|sm)-false$/;

/** Returns true if class names hide an element on all screens: `hide-desktop hide-tablet hide-mobile`. */
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

/** Class names by which frameworks hide an element. */
const HIDDEN = /^(?:d-none|hidden|is-hidden|u-hidden|display-none|hide|invisible)$/;
/** Class names that show it again: on a larger screen, in a state, or in print. */
const SHOWN =
  /^d-(?:(?:sm|md|lg|xl|xxl)-)?(?:block|flex|grid|inline|inline-block|inline-flex|table\S*)$|:(?:!?(?:block|flex|grid|inline|inline-block|inline-flex|contents|visible|table\S*))$|^(?:show|visible|is-visible|active|open)(?:-|$)/;

/** Returns true if a class name hides the element and no other one shows it again. */
export function hideAtAllTimes(names: readonly string[]): boolean {
  return names.some((name) => HIDDEN.test(name)) && !names.some((name) => SHOWN.test(name));
}
