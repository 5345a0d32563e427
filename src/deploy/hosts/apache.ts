import { extensionsByType } from '../../core/media-types.js';
import type { HeadersManifest } from '../manifests/neutral.js';
import { absentDocuments, type DocumentAnswer, documentAnswers, isBeside } from './answers.js';
import { apachePages, type PageOptions } from './apache-pages.js';
import {
  type AnswerClass,
  answerClasses,
  apacheRaw,
  apacheRegex,
  apacheText,
  headersWhere,
  marked,
  markedWithBody,
} from './apache-text.js';
import { type HostFacts, type HostLimit, type HostRules, headComment } from './host.js';
import { escapeRegex, patternRegex, TWIN_ENDING } from './pattern.js';

const LIVE_FILE = 'apache.live.htaccess';

/**
 * Rules for Apache 2.4 with mod_rewrite, mod_headers, mod_dir and mod_mime, and mod_proxy_http for a sidecar. With
 * a sidecar there is a second form, which passes agent files on too, so that the sidecar counts who reads them.
 */
export function apacheRules(manifest: HeadersManifest, facts: HostFacts): HostRules {
  const text = (live: boolean) => `${lines({ manifest, facts, live }).join('\n')}\n`;
  return {
    files: [
      { name: '.htaccess', text: text(false), place: 'out' },
      ...(facts.sidecar === undefined
        ? []
        : [{ name: LIVE_FILE, text: text(true), place: 'deploy' as const }]),
    ],
    limits: manifest.notFound.soft === null || isBeside(facts) ? [] : [SOFT],
  };
}

const SOFT: HostLimit = {
  what: 'a missing page is a plain 404 for all clients, even with soft_404_markdown',
  why: "the host can't send another text in its place",
  fix: 'Forward these requests to a sidecar, or turn soft_404_markdown off.',
};

interface ApacheSite extends PageOptions {
  readonly manifest: HeadersManifest;
}

function lines(site: ApacheSite): readonly string[] {
  const { manifest, live, facts } = site;
  const { basePath } = manifest;
  const root = basePath === '' ? 'the document root' : `the folder ${basePath} of the document root`;
  const answers = documentAnswers(manifest);
  const classes = answerClasses(answers);
  return [
    headComment([
      `For ${manifest.baseUrl}, in ${root}. Needs AllowOverride All and the modules rewrite, headers, dir, mime.`,
      ...(live
        ? ['In place of .htaccess: agent files come from the sidecar too, which counts who reads them.']
        : []),
    ]),
    '',
    'Options -Indexes -MultiViews',
    'DirectoryIndex disabled',
    'DirectorySlash Off',
    'AddDefaultCharset Off',
    ...mediaTypes(),
    ...errorDocuments(manifest, answers),
    '',
    'RewriteEngine On',
    'RewriteOptions AllowNoSlash',
    `RewriteBase ${apacheText(`${basePath}/`)}`,
    '# The server itself requested the error page.',
    'RewriteCond %{ENV:REDIRECT_STATUS} ^[45]',
    'RewriteRule ^ - [END]',
    ...baseRedirect(manifest),
    '# A trailing slash after a well-known name is tolerated.',
    'RewriteRule "^([.]well-known/.*[^/])/+$" $1 [DPI]',
    ...sidecarRules(site),
    ...preflightRules(manifest, answers),
    ...missingPreflights(manifest),
    '# Everything but GET and HEAD is refused.',
    'RewriteCond %{REQUEST_METHOD} !^(?:GET|HEAD)$',
    'RewriteRule ^ - [E=svc:refused,R=405,L]',
    '# Hidden files are not published.',
    'RewriteRule "(?:^|/)[.](?!well-known(?:/|$)|md$)" - [E=svc:absent,R=404,L]',
    ...redirectRules(manifest),
    ...classes
      .flatMap((one, index) => one.answers.map((answer) => ({ answer, mark: `document_${index + 1}` })))
      .sort((a, b) => answers.indexOf(a.answer) - answers.indexOf(b.answer))
      .flatMap(({ answer, mark }) => documentRule(answer, mark, site)),
    '# Missing documents.',
    `RewriteRule ${apacheRaw(missingDocuments(manifest, answers, ''))} - [E=svc:absent,R=404,L]`,
    ...apachePages(manifest, site),
    '',
    ...classes.flatMap(({ contentType, headers, proof }, index) => {
      const isOfClass = marked(`document_${index + 1}`);
      const whole = proof.length === 0 ? [] : [`RequestHeader unset Range ${isOfClass}`];
      return [
        ...whole,
        ...headersWhere(isOfClass, [['Content-Type', contentType], ...headers]),
        ...headersWhere(markedWithBody(`document_${index + 1}`), proof),
      ];
    }),
    ...canonicalLinks(classes),
    // Apache would cut the sidecar's answer, whose digest is that of the whole.
    ...(facts.sidecar === undefined ? [] : [`RequestHeader unset Range ${marked('signed')}`]),
    ...headersWhere(marked('absent'), [['Content-Type', 'text/plain; charset=UTF-8']], 'always'),
    ...headersWhere(marked('refused'), [['Allow', 'GET, HEAD']], 'always'),
    ...headersWhere(
      marked('preflight'),
      Object.entries(manifest.preflight.headers).filter(([name]) => name !== 'Content-Length'),
      'always',
    ),
    ...['absent', 'missing'].flatMap((mark) =>
      headersWhere(marked(mark), Object.entries(manifest.notFound.headers), 'always'),
    ),
  ];
}

/** A site in a folder: the address without the slash leads to the front page. */
function baseRedirect({ basePath }: HeadersManifest): readonly string[] {
  if (basePath === '') return [];
  return [
    'RewriteCond %{REQUEST_METHOD} ^(?:GET|HEAD)$',
    `RewriteCond %{REQUEST_URI} ${apacheRaw(`^${escapeRegex(basePath)}$`)}`,
    `RewriteRule ^ ${apacheText(`${basePath}/`)} [R=301,L]`,
  ];
}

/** Debian’s own rules would take parts of names for languages and codings. */
function mediaTypes(): readonly string[] {
  const names = [...extensionsByType().values()].flat().map((name) => `.${name}`);
  return [
    `RemoveEncoding ${names.join(' ')}`,
    `RemoveCharset ${names.join(' ')}`,
    `RemoveLanguage ${names.join(' ')}`,
    ...[...extensionsByType()].map(
      ([type, list]) => `AddType ${apacheText(type)} ${list.map((name) => `.${name}`).join(' ')}`,
    ),
  ];
}

/** A page for readers, a short text for clients that want a document. */
function errorDocuments(
  { basePath, ...manifest }: HeadersManifest,
  answers: readonly DocumentAnswer[],
): readonly string[] {
  const word = 'ErrorDocument 404 "%{unescape:Not found%0A}"';
  const documents = missingDocuments({ basePath, ...manifest }, answers, basePath);
  const hidden = '/[.](?!well-known(?:/|$)|md$)';
  return [
    word,
    `<If ${apacheRaw(`-f '%{DOCUMENT_ROOT}${basePath}/404.html'`)}>`,
    `    ErrorDocument 404 ${apacheText(`${basePath}/404.html`)}`,
    '</If>',
    `<If ${apacheRaw(`%{REQUEST_URI} =~ m#${documents.replaceAll('#', '\\x23')}# || %{REQUEST_URI} =~ m#${hidden}#`)}>`,
    `    ${word}`,
    '</If>',
  ];
}

/** An expression for every address that is a document or missing. */
function missingDocuments(
  manifest: HeadersManifest,
  answers: readonly DocumentAnswer[],
  basePath: string,
): string {
  const { wellKnown, others } = absentDocuments(manifest);
  const absent = [...wellKnown, ...others].map(({ pattern }) => pattern);
  const served = answers.map(({ path, pattern }) => path ?? pattern ?? '');
  const relative = [...served, ...absent]
    .map((one) => one.slice(manifest.basePath.length + 1))
    .filter((one) => !one.startsWith('.well-known/'))
    .map((one) => patternRegex(one).slice(1, -1));
  const start = basePath === '' && manifest.basePath === '' ? '' : escapeRegex(basePath);
  return `^${start === '' ? '/?' : `${start}/`}(?:[.]well-known/.*|${relative.join('|')})$`;
}

function sidecarRules({ facts, manifest }: ApacheSite): readonly string[] {
  if (facts.sidecar === undefined) return [];
  return manifest.sidecar.map((pattern) => {
    const folder = escapeRegex(pattern.replace('{+path}', '').slice(1).replace(/\/$/, ''));
    return `RewriteRule ${apacheRaw(`^(${folder}(?:/.*)?)$`)} ${apacheRaw(`${facts.sidecar}${manifest.basePath}/$1`)} [P,L]`;
  });
}

function preflightRules(
  { preflight, basePath }: HeadersManifest,
  answers: readonly DocumentAnswer[],
): readonly string[] {
  const files = answers
    .filter(({ path = '' }) => preflight.addresses.includes(path.slice(basePath.length)))
    .map(({ file }) => file.slice(basePath.length));
  const names = [...new Set([...preflight.addresses, ...files])].map((one) =>
    patternRegex(decodeURIComponent(one).slice(1)).slice(1, -1),
  );
  return [
    '# Preflights.',
    'RewriteCond %{REQUEST_METHOD} =OPTIONS',
    `RewriteRule ${apacheRaw(`^(?:${names.join('|')})$`)} - [E=svc:preflight,R=${preflight.status},L]`,
  ];
}

/** Addresses of documents with many instances: a missing one has no preflight. */
function missingPreflights({ preflight }: HeadersManifest): readonly string[] {
  const names = preflight.missing.map((one) => patternRegex(one.slice(1)).slice(1, -1));
  if (names.length === 0) return [];
  return [
    'RewriteCond %{REQUEST_METHOD} =OPTIONS',
    `RewriteRule ${apacheRaw(`^(?:${names.join('|')})$`)} - [E=svc:absent,R=404,L]`,
  ];
}

function redirectRules({ redirects }: HeadersManifest): readonly string[] {
  return redirects.flatMap(({ from, to, status }) => [
    `RewriteRule ${apacheRaw(`^${escapeRegex(decodeURIComponent(from).slice(1))}$`)} ${apacheRaw(to.replace(/[\\%$]/g, '\\$&'))} [E=svc:redirect,R=${status},NE,L]`,
  ]);
}

/**
 * A document whose file is at its address is sent from there, another one from its own place. Rules of a folder above
 * lead to that place directly.
 */
function documentRule(
  answer: DocumentAnswer,
  mark: string,
  { manifest, facts, live }: ApacheSite,
): readonly string[] {
  const { path, pattern = '', file, canonical, compress, proof } = answer;
  const cut = (text: string) => text.slice(manifest.basePath.length + 1);
  const at = path === undefined ? patternRegex(cut(pattern)) : `^${escapeRegex(cut(path))}$`;
  // A signature and its document come from one source, also while a build is about to replace both.
  if (live || (proof.length > 0 && isBeside(facts))) {
    const flags = proof.length === 0 ? '[P,L]' : '[E=svc:signed,P,L]';
    return [
      `RewriteRule ${apacheRaw(at.replace(/^\^(.*)\$$/, '^($1)$'))} ${apacheRaw(`${facts.sidecar}${manifest.basePath}/$1`)} ${flags}`,
    ];
  }
  const isThere = path === undefined || path === file;
  const target = isThere ? '%{REQUEST_FILENAME}' : `%{DOCUMENT_ROOT}${file}`;
  const plain = compress ? '' : ',E=no-gzip:1,E=no-brotli:1';
  const flags = `[E=svc:${mark}${plain},END]`;
  return [
    ...(canonical === undefined ? [] : twinAddress(at, manifest.basePath)),
    `RewriteCond ${apacheRaw(target)} -f`,
    `RewriteRule ${apacheRaw(at)} ${isThere ? '-' : apacheText(cut(file))} ${flags}`,
    ...(isThere ? [] : [`RewriteRule ${apacheRaw(`^${escapeRegex(cut(file))}$`)} - ${flags}`]),
  ];
}

/** The address of a twin without its ending, as it was sent. */
function twinAddress(at: string, basePath: string): readonly string[] {
  const address = `^\\S+ ${escapeRegex(basePath)}/*([^?#<>"\\s]*)${TWIN_ENDING}(?:[?]|\\s)`;
  return [
    `RewriteCond %{THE_REQUEST} ${apacheRegex(address)}`,
    `RewriteRule ${apacheRaw(at)} - [E=svc_canonical:%1]`,
  ];
}

/** The links of twins to their pages. */
function canonicalLinks(classes: readonly AnswerClass[]): readonly string[] {
  return classes.flatMap(({ answers }, index) =>
    answers.flatMap(({ canonical }) => {
      if (canonical === undefined) return [];
      const link = canonical.replace(/%/g, '%%').replace('{+path}', '%{svc_canonical}e');
      const isTwin = `reqenv('svc') == 'document_${index + 1}' && reqenv('svc_canonical') != ''`;
      return [`Header add Link ${apacheRaw(link)} ${apacheRaw(`expr=${isTwin}`)}`];
    }),
  );
}
