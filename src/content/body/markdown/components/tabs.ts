import { isObject, listOf } from '../../../../core/json.js';
import { withoutIcon } from '../code-fences.js';
import { type Component, componentsIn, type Form, keyOf, type Page, type Part } from './tree.js';
import { blocks, boldLine } from './write.js';

const TAB = /^(?:tabs?|.*tab|tabs?-?item|tabpanel|tabs?content|tab-?pane|codetab|item|hfoption)$/;
const TRIGGER = /^tabs?(?:trigger|button|label|header)$/;
const FENCE = /^([ \t]*)(`{3,}|~{3,})([^\n`]*)\n[\s\S]*?^[ \t]*\2[`~]*[ \t]*$/gm;

/** Tabs: each block under its label in bold. */
export const tabs: Form = (component, page) => {
  const labels = labelsOf(component);
  let count = 0;
  let hasTabs = false;
  const write = (part: Part): string => {
    if (typeof part !== 'object' || !('children' in part)) return page.blocks([part]);
    const key = keyOf(part);
    if (TRIGGER.test(key)) return '';
    if (/^tabs?list$|^tablist$/.test(key)) return componentsIn(part.children).map(write).join('');
    if (!TAB.test(key) && part.properties.text('label', 'title') === undefined) return page.blocks([part]);
    hasTabs = true;
    const label = labelOf(part, labels, count, triggerOf(component, part, page));
    count += 1;
    return blocks(label === undefined ? undefined : boldLine(label), page.blocks(part.children));
  };
  const title = component.properties.text('title');
  const written = [title && boldLine(title), ...component.children.map(write)];
  return hasTabs ? blocks(...written) : labelFences(page.blocks(component.children), labels);
};

interface Labels {
  readonly byValue: ReadonlyMap<string, string>;
  readonly inOrder: readonly string[];
}

/** `values={[{label, value}]}`, `items={['a', 'b']}`. */
function labelsOf({ properties }: Component): Labels {
  const given = properties.value('values', 'items', 'labels', 'tabs', 'tabnames', 'titles', 'languages');
  const items: readonly unknown[] = listOf(given);
  const byValue = new Map<string, string>();
  const inOrder = items.map((item): string => {
    const label = isObject(item) ? (item['label'] ?? item['title'] ?? item['name'] ?? item['value']) : item;
    if (isObject(item)) byValue.set(String(item['value'] ?? item['id'] ?? label), String(label));
    return typeof label === 'string' || typeof label === 'number' ? String(label) : '';
  });
  return { byValue, inOrder };
}

function labelOf(
  { properties }: Component,
  { byValue, inOrder }: Labels,
  index: number,
  trigger?: string,
): string | undefined {
  const own = properties.text('label', 'title', 'name', 'heading', 'header', 'tab');
  if (own !== undefined) return own;
  const value = properties.text('value', 'id', 'key');
  return (value === undefined ? undefined : byValue.get(value)) ?? trigger ?? (inOrder[index] || value);
}

/** The label of a panel whose button stands elsewhere. */
function triggerOf(component: Component, panel: Component, page: Page): string | undefined {
  const value = panel.properties.text('value');
  const all = componentsIn(component.children).flatMap((child) => [child, ...componentsIn(child.children)]);
  const trigger = all.find((one) => TRIGGER.test(keyOf(one)) && one.properties.text('value') === value);
  return trigger && page.line(trigger.children).trim();
}

const CODE_TITLE =
  /(?:^|\s)(?:title|file-?name|tab|label)\s*=\s*(?:"([^"]*)"|'([^']*)'|\{\s*["'`]([^"'`]*)["'`]\s*\})/i;

/**
 * Writes the labels of code blocks that belong together above them.
 * @param text Markdown
 * @param labels names of blocks without one of their own
 */
export function labelFences(text: string, labels?: Labels): string {
  let index = 0;
  return text.replace(new RegExp(FENCE), (block, indent: string, fence: string, info: string) => {
    const { label, rest } = readInfo(info.trim());
    const shown = label ?? (labels?.inOrder[index] || undefined);
    index += 1;
    if (shown === undefined) return block;
    return `${indent}${boldLine(shown)}\n\n${indent}${fence}${rest}${block.slice(indent.length + fence.length + info.length)}`;
  });
}

function readInfo(info: string): { readonly label: string | undefined; readonly rest: string } {
  const named = CODE_TITLE.exec(info);
  if (named !== null)
    return { label: named[1] ?? named[2] ?? named[3], rest: info.replace(named[0], '').trim() };
  const bracketed = /\[([^\]\n]+)\]/.exec(info);
  if (bracketed !== null) {
    // An icon may come before the name: `[i:npm npm]`, `[~icon~ npm]`.
    return { label: withoutIcon(bracketed[1] ?? ''), rest: info.replace(bracketed[0], '').trim() };
  }
  // Some systems take the rest of the line as the name.
  const [, language = '', rest = ''] = /^(\S*)\s*(.*)$/.exec(info) ?? [];
  const isName =
    /^[\w./@-]+(?: [\w./@-]+){0,3}$/.test(rest) &&
    !/^(?:twoslash|live|lines|wrap|copy|nocopy|showLineNumbers|expandable|icon)\b/i.test(rest);
  return { label: isName ? rest : undefined, rest: isName ? language : info };
}
