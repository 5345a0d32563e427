import { escapeHtml } from '../../html/escape.js';

const INLINE =
  /\\([!-/:-@[-`{-~])|(`+)([^`]+)\2|\*\*([^*\n]+)\*\*|(?<!\w)__([^_\n]+)__(?!\w)|\*([^*\n]+)\*|(?<!\w)_([^_\n]+)_(?!\w)|!?\[([^\]\n]*)\]\(([^()\s]*)\)|([<&])/g;

/**
 * A short text with simple Markdown as HTML, for places where Markdown isn't read.
 * @param text one line
 */
export function inlineHtml(text: string): string {
  return text.replace(
    INLINE,
    (_, escaped, _ticks, code, strong, strong2, emphasis, emphasis2, label, target, sign) => {
      if (escaped !== undefined) return escapeHtml(escaped);
      if (code !== undefined) return `<code>${escapeHtml(code)}</code>`;
      if ((strong ?? strong2) !== undefined) return `<strong>${escapeHtml(strong ?? strong2)}</strong>`;
      if ((emphasis ?? emphasis2) !== undefined) return `<em>${escapeHtml(emphasis ?? emphasis2)}</em>`;
      if (label !== undefined) return `<a href="${escapeHtml(target)}">${escapeHtml(label)}</a>`;
      return escapeHtml(sign);
    },
  );
}
