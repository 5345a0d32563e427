import { blocks, boldLine, link, plain } from '../../content/body/markdown/components/write.js';
import { firstText, isObject, type JsonObject } from '../../core/json.js';

const MAX_ITEMS = 100;

/**
 * The text of a front page that VitePress, Starlight, VuePress and their like keep in front matter: the banner with its
 * links (`hero`, or `heroText`, `tagline` and `actions`), and cards (`features`).
 * @returns Markdown; empty for any other page
 */
export function homeText(data: JsonObject): string {
  const { hero, features, layout, home } = data;
  const isHome = layout === 'home' || home === true || isObject(hero);
  const cards = recordsIn(isHome ? features : undefined).map((card) => {
    const title = link(plain(firstText(card, 'title', 'name') ?? ''), firstText(card, 'link', 'to', 'href'));
    const details = plain(firstText(card, 'details', 'description') ?? '');
    return blocks(title === '' ? '' : `**${title}**`, details);
  });
  const banner = isObject(hero) ? hero : home === true ? topBanner(data) : undefined;
  return blocks(...(banner === undefined ? [] : heroBlocks(banner, data['title'])), ...cards);
}

/** VuePress has the banner at the top level; its first version has one link. */
function topBanner({
  heroText: name,
  tagline,
  actions,
  actionText,
  actionLink: link,
}: JsonObject): JsonObject {
  return { name, tagline, actions: actions ?? [{ text: actionText, link }] };
}

function heroBlocks(hero: JsonObject, title: unknown): readonly string[] {
  const name = firstText(hero, 'name', 'title');
  const actions = recordsIn(hero['actions']).map((action) => {
    const label = firstText(action, 'text', 'label');
    return label === undefined ? '' : `- ${link(plain(label), firstText(action, 'link', 'to', 'href'))}`;
  });
  const heading =
    name === undefined || name === title ? '' : title === undefined ? `# ${plain(name)}` : boldLine(name);
  return [
    heading,
    boldLine(firstText(hero, 'text') ?? ''),
    plain(firstText(hero, 'tagline', 'description') ?? ''),
    actions.filter(Boolean).join('\n'),
  ];
}

function recordsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.slice(0, MAX_ITEMS).filter(isObject) : [];
}
