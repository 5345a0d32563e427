import { isObject, isScalar, objectOf } from '../../../../core/json.js';
/** The forms of components that many generators and themes have, by name. */
import { labelled, openCallout } from '../callout.js';
import { fence } from '../tag-line.js';
import { codeForm, embedForm } from './code.js';
import { generic } from './generic.js';
import { tabs } from './tabs.js';
import { ADDRESS, type Component, type Form, keyOf } from './tree.js';
import { blocks, boldLine, caption, details, indentLines, link, plain } from './write.js';

/** Commands of npm by the kinds of the component. */
const COMMANDS: Readonly<Record<string, string>> = {
  add: 'npm i',
  create: 'npm create',
  dlx: 'npx',
  exec: 'npx',
  install: 'npm install',
  remove: 'npm uninstall',
  run: 'npm run',
};

/**
 * A command for several package managers (`<PackageManagers pkg="tea" dev />`): that of npm, which readers see first.
 * @see https://starlight-package-managers.vercel.app/usage/
 */
const packageManagers: Form = ({ properties }) => {
  const command = COMMANDS[properties.text('type') ?? 'add'];
  if (command === undefined) return '';
  const comment = properties.text('comment')?.replaceAll('{PKG}', 'npm');
  const words = [
    properties.text('prefix'),
    command,
    properties.has('dev') ? '-D' : undefined,
    properties.text('pkg'),
    properties.text('args'),
  ].filter((word) => word !== undefined);
  return fence([...(comment === undefined ? [] : [`# ${comment}`]), words.join(' ')].join('\n'), 'sh');
};

const children: Form = (component, page) => {
  const { properties, children: parts, isAlone } = component;
  if (parts.length === 0) return generic(component, page);
  const title = properties.text('title');
  return isAlone ? blocks(title && boldLine(title), page.blocks(parts)) : page.line(parts);
};

const nothing: Form = () => '';

/** `<Table>` around the rows of HTML. */
const table: Form = (component, page) => {
  const content = page.blocks(component.children);
  return /<t(?:head|body|r)\b/i.test(content) ? `<table>\n${content}\n</table>` : generic(component, page);
};

/** `<Fragment set:html={"<b>Text</b>"} />` of Astro shows HTML that is written as a text. */
const fragment: Form = (component, page) => {
  const html = component.properties.value('set:html');
  return typeof html === 'string' ? `\n\n${html}\n\n` : children(component, page);
};

/** Kinds of callouts under other names. */
const KINDS: Readonly<Record<string, string>> = {
  warn: 'warning',
  alert: 'warning',
  err: 'error',
  destructive: 'error',
  idea: 'tip',
  check: 'success',
  secondary: 'note',
  default: 'note',
  neutral: 'note',
  information: 'info',
  primary: 'note',
};

/** A box with a note to the reader. Boxes that are named for their kind show it where they have no title. */
const callout: Form = (component, page) => {
  const { properties } = component;
  const key = keyOf(component);
  const isKind = !/^(?:aside|admonition|callout|alert|custom-?block|box|infobox)$/.test(key);
  const written = isKind
    ? properties.has('warning')
      ? 'warning'
      : key
    : (properties.text('type', 'kind', 'variant', 'intent', 'status', 'level', 'severity') ?? 'note');
  const kind = KINDS[written.toLowerCase()] ?? written.toLowerCase();
  const title = properties.text('title', 'heading', 'header', 'label', 'summary', 'name') ?? '';
  const showsKind = isKind || key === 'aside' || key === 'admonition';
  const label = showsKind ? labelled(kind, title) : title || undefined;
  const texts = properties.text('description', 'text', 'message', 'content');
  const content = blocks(texts === undefined ? '' : plain(texts), page.blocks(component.children));
  return `${openCallout(kind, label ?? title)}\n\n${content}\n\n</blockquote>`;
};

const closedBox: Form = ({ properties, children: parts }, page) => {
  const title = properties.text('title', 'summary', 'label', 'question', 'header', 'heading', 'name');
  const text = properties.text('description', 'answer', 'content', 'text');
  return details(title ?? '', blocks(text === undefined ? '' : plain(text), page.blocks(parts)));
};

const anchor: Form = ({ properties, children: parts }, page) => {
  const address = properties.text(...ADDRESS);
  const content =
    page.line(parts).trim() || plain(properties.text('label', 'title', 'text', 'children') ?? '');
  const description = properties.text('description');
  const text = /\n[ \t]*\n/.test(content)
    ? blocks(content, address && link(plain(address), address))
    : link(content, address);
  return description === undefined ? text : `${text}: ${plain(description)}`;
};

const image: Form = ({ properties, children: parts }, page) => {
  const alt = properties.text('alt') ?? '';
  const words = properties.text('caption', 'figcaption', 'title', 'description') ?? '';
  const { light } = objectOf(properties.value('sources'));
  const source = properties.text('src', 'image', 'light', 'source', 'url') ?? light;
  const content = page.blocks(parts);
  const picture =
    typeof source === 'string'
      ? `![${plain(alt)}](<${source.replace(/[<>\s]/g, encodeURIComponent)}>)`
      : plain(alt);
  const below = caption(words);
  // Emphasis and links of its own stay as they are.
  const hasMarks = below !== plain(words);
  const hint = plain(properties.text('hint') ?? '');
  return blocks(hint, picture, content, hasMarks || below === '' ? below : `*${below}*`);
};

/** A short text in a line. */
const inlineText: Form = ({ properties, children: parts }, page) =>
  page.line(parts).trim() ||
  plain(properties.text('text', 'label', 'title', 'content', 'value', 'children', 'name') ?? '');

/** Its class makes a heading set it apart. */
const badge: Form = (component, page) => {
  const text = inlineText(component, page);
  return text === '' ? '' : `<span class="badge">${text}</span>`;
};

const icon: Form = ({ properties }) => plain(properties.text('label', 'title', 'alt') ?? '');

const tooltip: Form = ({ properties, children: parts }, page) => {
  const text = properties.text('tip', 'content', 'text', 'title', 'label', 'description', 'definition');
  const content = page.line(parts).trim();
  const more = plain(properties.text('cta') ?? '');
  const shown = [plain(text ?? ''), link(more, properties.text(...ADDRESS))].filter((part) => part !== '');
  return shown.length === 0 ? content : `${content} (${shown.join(' ')})`.trim();
};

const key: Form = ({ properties, children: parts }, page) =>
  `<kbd>${page.line(parts).trim() || plain(properties.text('key', 'keys', 'value', 'text') ?? '')}</kbd>`;

/** A parameter of an interface, as reference pages list them. */
const parameter: Form = ({ properties, children: parts }, page) => {
  const name = properties.text('name', 'path', 'body', 'query', 'header', 'field', 'param');
  const named = ['type', 'default', 'description'].map((key) => [key, properties.text(key)]);
  const set = ['required', 'deprecated'].map((key) => [key, properties.has(key)]);
  return blocks(parameterText(name, Object.fromEntries([...named, ...set])), page.blocks(parts));
};

function parameterText(name: string | undefined, given: Readonly<Record<string, unknown>>): string {
  const { type, required, deprecated, default: standard, description } = given;
  const facts = [
    textOf(type),
    required === true ? 'required' : '',
    deprecated === true ? 'deprecated' : '',
    textOf(standard) && `default: ${textOf(standard)}`,
  ].filter(Boolean);
  const head = name === undefined ? '' : `**\`${name.replace(/`/g, '')}\`**`;
  return blocks([head, plain(facts.join(', '))].filter(Boolean).join(' '), plain(textOf(description)));
}

function textOf(value: unknown): string {
  return isScalar(value) ? `${value}` : '';
}

/** A table of the properties of a type (`<TypeTable type={{ name: { type, description } }} />`). */
const typeTable: Form = (component, page) => {
  const rows = Object.entries(objectOf(component.properties.value('type')));
  return rows.length === 0
    ? generic(component, page)
    : blocks(...rows.map(([name, facts]) => parameterText(name, objectOf(facts))));
};

/** A file or folder of a tree. */
const treeItem: Form = ({ properties, children: parts }, page) => {
  const name = properties.text('name', 'title', 'label');
  const content = page.blocks(parts);
  if (name === undefined) return content;
  return `- ${plain(name)}${content === '' ? '' : `\n${indentLines(content, '  ')}`}`;
};

/** A colour with its name, in a list; two colours where the dark theme has another. */
const swatch: Form = ({ properties }) => {
  const value = properties.value('value');
  const colour = isObject(value) ? Object.values(value).join(', ') : properties.text('value');
  const parts = [properties.text('name'), colour].filter((one) => one !== undefined);
  return parts.length === 0 ? '' : `- ${parts.map(plain).join(': ')}`;
};

/** A list of files and folders; a folder without files has a sign for them, as on the page. */
const fileTree: Form = ({ properties, children: parts }, page) => {
  const tree = page
    .blocks(parts)
    .replace(/^([ \t]*)([-*+])([ \t]+)\.\.\.[ \t]*$/gm, '$1$2$3…')
    .replace(/^([ \t]*)([-*+][ \t]+)\S[^\n]*\/[ \t]*$(?!\n\1[ \t]+\S)/gm, '$&\n$1  $2…');
  const title = properties.text('title', 'label') ?? '';
  return blocks(boldLine(title), tree);
};

const FORMS: readonly (readonly [name: RegExp, form: Form])[] = [
  [
    /^(?:tabs|tabgroup|tabsgroup|codetabs|contenttabs|codegroup|codeblocktabs|tabbed|tabview|codeswitcher|switcher|hfoptions)$/,
    tabs,
  ],
  [
    /^(?:aside|admonition|callout|alert|note|tip|info|warning|caution|danger|important|hint|success|error|custom-?block|infobox)$/,
    callout,
  ],
  [
    /^(?:details|accordion|accordionitem|collapse|collapsible|expandable|expander|toggle|spoiler|disclosure)$/,
    closedBox,
  ],
  [
    /^(?:link|a|anchor|linkbutton|buttonlink|button|navlink|nuxtlink|routerlink|doclink|externallink|nextlink)$/,
    anchor,
  ],
  [
    /^(?:image|img|picture|nuxtimg|nuxtpicture|figure|screenshot|themedimage|themeimage|zoomimage|themedpicture|frame)$/,
    image,
  ],
  [/^(?:version)?badge$/, badge],
  [/^(?:chip|tag|pill|version|label)$/, inlineText],
  [/icon$/, icon],
  [/^(?:tooltip|term|abbr|glossary)$/, tooltip],
  [/^(?:kbd|key|keyboard|hotkey|shortcut)$/, key],
  [/^(?:paramfield|responsefield|property|param|parameter|field|prop|apiparam)$/, parameter],
  [/^typetable$/, typeTable],
  [/^(?:codecollapse|codepreview|codetree)$/, children],
  [/^(?:file|folder)$/, treeItem],
  [/^filetree$/, fileTree],
  [/^fragment$/, fragment],
  [/^table$/, table],
  [/^packagemanagers$/, packageManagers],
  [/^(?:head|helmet|seo|script|style|metadata|meta)$/, nothing],
  [
    /^(?:steps|files|cardgrid|cards|cardgroup|columns?|row|grid|clientonly|browseronly|template|accordions|accordiongroup|)$/,
    children,
  ],
];

/** The form of a component. */
export function formOf(component: Component): Form {
  if (/^Color\.?Item$/.test(component.name)) return swatch;
  const name = keyOf(component);
  return codeForm(component) ?? FORMS.find(([names]) => names.test(name))?.[1] ?? embedForm(name) ?? generic;
}

/** Components that belong to a line of text wherever they stand. */
export function isInline(component: Component): boolean {
  return /^(?:badge|chip|tag|pill|version|label|.*icon|tooltip|term|abbr|glossary|kbd|key|keyboard|hotkey|shortcut)$/.test(
    keyOf(component),
  );
}
