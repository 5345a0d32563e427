/**
 * Tags of GitBook:
 *
 * | Written | Becomes |
 * |---|---|
 * | `{% hint style="warning" %}…{% endhint %}` | a callout |
 * | `{% tab title="Linux" %}…{% endtab %}`, `{% tab group Linux %}`, `{% tab "Linux" %}` | the label in bold, then the content |
 * | `{% code title="a.sh" %}` around a fence | the title in italics, then the fence |
 * | `{% embed url="…" %}text{% endembed %}`, `{% file src="…" %}` | a link |
 * | `{% swagger method="get" path="/a" summary="A" %}`, `{% api-method … %}` | the summary in bold, the request as code, then the content |
 * | `{% swagger-parameter name="a" type="int" %}`, `{% swagger-response status="200" %}`, `{% update date="…" %}` | these in bold, then the content |
 *
 * Of others, such as `content-ref`, `tabs` and `stepper`, the content stays.
 */
import { escapeHtml } from '../../html/escape.js';
import { labelled, openCallout } from './callout.js';

/** A value in the attributes of a tag. */
function attribute(rest: string, name: string): string {
  const [, double, single] = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)')`).exec(rest) ?? [];
  return (double ?? single ?? '').trim();
}

/** The attribute that each tag must have. */
const KEYS: Readonly<Record<string, string>> = {
  hint: 'style',
  embed: 'url',
  file: 'src',
  update: 'date',
  swagger: 'path',
  'swagger-parameter': 'name',
  'swagger-response': 'status',
  'api-method': 'path',
  'api-method-parameter': 'name',
  'api-method-response-example': 'httpCode',
};

/** The label of a tab; the plugins of Jekyll write it alone or after the name of its group. */
function tabLabel(rest: string): string {
  const [, double, single] = /^\s*(?:[\w-]+\s+)?(?:"([^"]*)"|'([^']*)')/.exec(rest) ?? [];
  const [group = '', ...label] = rest.split(/\s+/).filter((word) => word !== '' && !word.includes('='));
  return attribute(rest, 'title') || (double ?? single ?? (label.join(' ') || group));
}

/** Returns true for a tag of GitBook, by its name and its attributes. */
export function isGitbookTag(name: string, rest: string): boolean {
  const key = KEYS[name];
  if (name === 'tab') return tabLabel(rest) !== '';
  if (name === 'code') return rest.trim() === '' || /(?:^|\s)\w+=["']/.test(rest);
  return key !== undefined && attribute(rest, key) !== '';
}

/**
 * Writes a tag of GitBook.
 * @param content the Markdown in it; empty without an end
 * @returns undefined for a tag of another program with this name
 */
export function gitbookTag(name: string, rest: string, content: string): string | undefined {
  const inner = content.trim();
  if (name === 'hint') {
    const style = attribute(rest, 'style').toLowerCase();
    const kind = labelled(style, '') === undefined ? 'note' : style;
    return `\n${openCallout(kind, '')}\n\n${inner}\n\n</blockquote>\n\n`;
  }
  if (name === 'swagger' || name === 'api-method') {
    const address = `${attribute(rest, 'baseUrl') || attribute(rest, 'host')}${attribute(rest, 'path')}`;
    const request = `<p><code>${escapeHtml(`${attribute(rest, 'method').toUpperCase()} ${address}`.trim())}</code></p>`;
    return `\n${bold(attribute(rest, 'summary'))}${request}\n\n${inner}\n\n`;
  }
  if (/^(?:swagger|api-method)-|^update$/.test(name)) {
    const facts = [KEYS[name] ?? '', 'type', 'description'].map((key) => attribute(rest, key));
    return `\n${bold(facts.filter(Boolean).join(' '))}${inner}\n\n`;
  }
  if (name === 'tab') return inner === '' ? undefined : `\n${bold(tabLabel(rest))}${inner}\n\n`;
  if (name === 'code') {
    if (!/^(?:`{3}|~{3})/.test(inner)) return undefined;
    const title = attribute(rest, 'title');
    return `\n${title && `<p><em>${escapeHtml(title)}</em></p>\n`}\n${inner}\n\n`;
  }
  const address = escapeHtml(attribute(rest, name === 'file' ? 'src' : 'url'));
  const text = escapeHtml(inner.replace(/\s+/g, ' '));
  return `\n<p><a href="${address}">${text || address}</a></p>\n\n`;
}

function bold(text: string): string {
  return text === '' ? '' : `<p><strong>${escapeHtml(text)}</strong></p>\n\n`;
}
