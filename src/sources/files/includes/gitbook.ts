import { posix } from 'node:path';
import { plain } from '../../../content/body/markdown/components/write.js';
import { embed } from '../../../content/body/markdown/tag-line.js';
import { fieldOf, openMap, textOf } from '../../../content/body/template-values.js';
import { objectOf } from '../../../core/json.js';
import { memoisedByObject } from '../../../core/memoised.js';
import { continued, type Replace, replaceInProse } from '../../../core/prose.js';
import type { RawEntry } from '../../port.js';
import { parseData, readProjectText } from '../config-file.js';
import { firstHeading } from '../first-heading.js';
import type { Layout } from '../layout.js';
import type { Includes } from './includes.js';
import { strongBesideLetters } from './jekyll.js';
import { expandFileTags, withVariables } from './mkdocs.js';

/** A link to a page or a folder, one in HTML, and the block of an integration. */
const CONSTRUCT =
  /\[((?:[^[\]\n\\]|\\.)+)\]\(<?([^\s()<>"#]+)(#[^\s()<>"]*)?>?(?:\s+"mention")?\)|(<a\b[^<>]{0,500}?\bhref="([^"#:]+\.(?:md|png|jpe?g|gif|svg|webp))"[^<>]{0,500}>)([^<>\n]+)<\/a>|\{%\s*@([\w-]+)\/[\w-]+((?:[^%]|%(?!\})){0,10000})%\}/g;
const VARIABLE = /^<code class="expression">(space|page)\.vars\.([\w.-]+)<\/code>$/;

/**
 * Writes what GitBook itself fills in: the titles of pages for links that are named after their files (references and
 * mentions), the pictures of cards, the blocks of integrations, and the values of variables.
 */
export function expandGitbook(entry: RawEntry, text: string, includes: Includes): string {
  const { file = '', values = {} } = includes.layout.config ?? {};
  const included = expandFileTags(text, includes);
  // The earlier program, and HonKit.
  const whole = /book\.js(?:on)?$/.test(file)
    ? withVariables(strongBesideLetters(included), {
        book: openMap({ ...values, ...objectOf(values['variables']) }),
      })
    : included;
  if (!/\]\(|<a\b|\{%\s*@|class="expression"/.test(whole)) return whole;
  const variable = (code: string) => {
    const [, owner, key = ''] = VARIABLE.exec(code) ?? [];
    const table: unknown = owner === 'page' ? entry.extra?.['vars'] : spaceVariables(includes.layout);
    const value = owner === undefined ? '' : textOf(key.split('.').reduce<unknown>(fieldOf, table));
    return value === '' ? code : plain(value);
  };
  const replace: Replace = (match, _text, before) => {
    const [found, label = '', path, fragment = '', tag, href = '', words = '', block, rest = ''] = match;
    const end = match.index + found.length;
    if (block !== undefined) return { text: continued(integration(block, rest), before), end };
    if (tag !== undefined && !href.endsWith('.md'))
      return words === posix.basename(href) ? { text: `<img src="${href}" alt="">`, end } : undefined;
    const title = titleFor(path ?? href, path === undefined ? words : label, includes);
    if (title === undefined) return undefined;
    return {
      text: path === undefined ? `${tag}${title}</a>` : `[${title}](${fileOf(path)}${fragment})`,
      end,
    };
  };
  return replaceInProse(whole, new RegExp(CONSTRUCT), replace, variable);
}

/** The title of the public page that a link leads to, where its text is the name of the file. */
function titleFor(path: string, text: string, includes: Includes): string | undefined {
  const name = text.replace(/\\(.)/g, '$1');
  if (name !== path && name !== posix.basename(path)) return undefined;
  const page = posix.join(posix.dirname(includes.page), fileOf(path));
  if (!includes.hasPage(page)) return undefined;
  const title = includes.titleOf(page) ?? firstHeading(includes.quietText(page) ?? '', false)?.title;
  return title && plain(title);
}

/** A folder stands for its first page. */
function fileOf(path: string): string {
  return /\.md$/i.test(path) ? path : posix.join(path, 'README.md');
}

/** The values that every page may use. */
const spaceVariables = memoisedByObject(({ root, bases }: Layout): unknown => {
  const file = posix.join(bases[0]?.folder ?? '', '.gitbook/vars.yaml');
  const text = readProjectText(root, file, true);
  return text === undefined ? {} : parseData(file, text);
});

/** A diagram as code, another block of an integration as the link that it shows. */
function integration(name: string, attributes: string): string {
  const diagram = /^\s*content="([\s\S]*?)"\s*(?:[\w-]+="[^"]*"\s*)*$/.exec(attributes)?.[1];
  if (name === 'mermaid' && diagram !== undefined) return `\n\n\`\`\`mermaid\n${diagram.trim()}\n\`\`\`\n\n`;
  const address = /\burl="(https?:\/\/[^\s"]+)"/.exec(attributes)?.[1];
  return address === undefined ? '' : embed('Embedded', address);
}
