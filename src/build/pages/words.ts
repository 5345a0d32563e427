/** The words of the pages themselves. */
const en = {
  skip: 'Skip to content',
  mainNav: 'Main',
  home: 'Home',
  blog: 'All posts',
  morePages: 'More pages',
  search: 'Search',
  by: 'by',
  updated: 'updated',
  tags: 'Tags',
  otherLanguages: 'In other languages',
  newer: 'Newer',
  older: 'Older',
  neighbours: 'More posts',
  pagination: 'Pages of this list',
  page: 'Page',
  of: 'of',
  untitled: 'Untitled',
  nothingYet: 'Nothing has been published here yet.',
  missing: 'Page not found',
  missingText: 'There is no page at this address. It may have moved, or the link may be wrong.',
  toHome: 'To the front page',
  feed: 'Feed',
  privacy: 'Privacy',
  askTitle: 'Ask an assistant about this page',
  ask: 'Ask',
  /** `{url}` is the address of the page. */
  prompt: 'Please read {url} and help me with my questions about it.',
  forModels: 'An index of this site for language models is at',
  asMarkdown: 'This page as Markdown',
  table: 'Table',
  code: 'Code',
  image: 'Image',
  /** `{day}`, `{month}` and `{year}` of a date. */
  date: '{day} {month} {year}',
  months: 'January February March April May June July August September October November December'.split(' '),
};

/** The words in one language. */
export type Words = Readonly<typeof en>;

const de: Words = {
  skip: 'Zum Inhalt springen',
  mainNav: 'Hauptmenü',
  home: 'Startseite',
  blog: 'Alle Beiträge',
  morePages: 'Weitere Seiten',
  search: 'Suche',
  by: 'von',
  updated: 'aktualisiert',
  tags: 'Schlagwörter',
  otherLanguages: 'In anderen Sprachen',
  newer: 'Neuer',
  older: 'Älter',
  neighbours: 'Weitere Beiträge',
  pagination: 'Seiten dieser Liste',
  page: 'Seite',
  of: 'von',
  untitled: 'Ohne Titel',
  nothingYet: 'Hier ist noch nichts veröffentlicht.',
  missing: 'Seite nicht gefunden',
  missingText:
    'Unter dieser Adresse gibt es keine Seite. Vielleicht ist sie umgezogen, oder der Link ist falsch.',
  toHome: 'Zur Startseite',
  feed: 'Feed',
  privacy: 'Datenschutz',
  askTitle: 'Einen Assistenten zu dieser Seite fragen',
  ask: 'Fragen:',
  prompt: 'Bitte lies {url} und hilf mir bei meinen Fragen dazu.',
  forModels: 'Ein Verzeichnis dieser Website für Sprachmodelle steht unter',
  asMarkdown: 'Diese Seite als Markdown',
  table: 'Tabelle',
  code: 'Code',
  image: 'Bild',
  date: '{day}. {month} {year}',
  months: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
};

const fr: Words = {
  skip: 'Aller au contenu',
  mainNav: 'Menu principal',
  home: 'Accueil',
  blog: 'Tous les articles',
  morePages: 'Autres pages',
  search: 'Rechercher',
  by: 'par',
  updated: 'mis à jour le',
  tags: 'Mots-clés',
  otherLanguages: 'Dans d’autres langues',
  newer: 'Plus récent',
  older: 'Plus ancien',
  neighbours: 'Autres articles',
  pagination: 'Pages de cette liste',
  page: 'Page',
  of: 'sur',
  untitled: 'Sans titre',
  nothingYet: 'Rien n’a encore été publié ici.',
  missing: 'Page introuvable',
  missingText: 'Il n’y a pas de page à cette adresse. Elle a peut-être été déplacée, ou le lien est erroné.',
  toHome: 'Vers l’accueil',
  feed: 'Flux',
  privacy: 'Confidentialité',
  askTitle: 'Interroger un assistant sur cette page',
  ask: 'Demander à',
  prompt: 'Lis {url} et aide-moi à répondre à mes questions à ce sujet.',
  forModels: 'Un index de ce site pour les modèles de langage se trouve à',
  asMarkdown: 'Cette page en Markdown',
  table: 'Tableau',
  code: 'Code',
  image: 'Image',
  date: '{day} {month} {year}',
  months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
};

const es: Words = {
  skip: 'Saltar al contenido',
  mainNav: 'Menú principal',
  home: 'Inicio',
  blog: 'Todas las entradas',
  morePages: 'Más páginas',
  search: 'Buscar',
  by: 'por',
  updated: 'actualizado el',
  tags: 'Etiquetas',
  otherLanguages: 'En otros idiomas',
  newer: 'Más reciente',
  older: 'Más antiguo',
  neighbours: 'Más entradas',
  pagination: 'Páginas de esta lista',
  page: 'Página',
  of: 'de',
  untitled: 'Sin título',
  nothingYet: 'Aquí todavía no se ha publicado nada.',
  missing: 'Página no encontrada',
  missingText: 'No hay ninguna página en esta dirección. Quizá se haya movido o el enlace sea incorrecto.',
  toHome: 'A la página de inicio',
  feed: 'Canal',
  privacy: 'Privacidad',
  askTitle: 'Preguntar a un asistente sobre esta página',
  ask: 'Preguntar a',
  prompt: 'Lee {url} y ayúdame con mis preguntas sobre ello.',
  forModels: 'Un índice de este sitio para modelos de lenguaje está en',
  asMarkdown: 'Esta página en Markdown',
  table: 'Tabla',
  code: 'Código',
  image: 'Imagen',
  date: '{day} de {month} de {year}',
  months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
    ' ',
  ),
};

const LANGUAGES: Readonly<Record<string, Words>> = { en, de, fr, es };

/** The words for a language; English for an unknown one. */
export function wordsFor(lang: string): Words {
  return LANGUAGES[lang.toLowerCase().split('-')[0] ?? ''] ?? en;
}

const RIGHT_TO_LEFT = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** The writing direction of a language. */
export function directionOf(lang: string): 'ltr' | 'rtl' {
  const [base = '', ...rest] = lang.toLowerCase().split('-');
  return RIGHT_TO_LEFT.has(base) || rest.includes('arab') || rest.includes('hebr') ? 'rtl' : 'ltr';
}

/**
 * A date for people.
 * @param day `2026-07-01`
 */
export function formatDay(day: string, words: Words): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const values: Readonly<Record<string, string>> = {
    day: String(Number(date)),
    month: words.months[Number(month) - 1] ?? month,
    year: String(Number(year)),
  };
  return words.date.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
}
