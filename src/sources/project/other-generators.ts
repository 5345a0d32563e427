/** A generator that is known by its configuration alone: pages are read as it built them. */
interface OtherGenerator {
  readonly label: string;
  /** Empty for a service that builds on its own computers. */
  readonly buildCommand: string;
  readonly configFiles: readonly string[];
  readonly folders: readonly string[];
  /** What the configuration must contain where other programs have a file of its name. */
  readonly configText: RegExp | undefined;
}

function generator(
  label: string,
  buildCommand: string,
  configFiles: readonly string[],
  folders: readonly string[],
  configText?: RegExp,
): OtherGenerator {
  return { label, buildCommand, configFiles, folders, configText };
}

const programs = (name: string, endings = 'js mjs cjs ts mts') =>
  endings.split(' ').map((ending) => `${name}.${ending}`);
const below = (folders: readonly string[], names: readonly string[]) =>
  folders.flatMap((folder) => names.map((name) => folder + name));

const VUEPRESS = ['', 'docs/', 'doc/', 'website/', 'src/'];

/** The label, the command that builds, the configurations, and the folders that it may write to. */
export const OTHER_GENERATORS: readonly OtherGenerator[] = [
  generator('Next.js', 'npx next build', programs('next.config'), ['out']),
  generator('Nuxt', 'npx nuxt generate', programs('nuxt.config'), ['.output/public', 'dist']),
  // Without a playbook in the project, its site is built from another repository.
  generator(
    'Antora',
    'npx antora antora-playbook.yml',
    [...programs('antora-playbook', 'yml yaml'), ...below(['', 'docs/', 'doc/'], ['antora.yml'])],
    ['build/site'],
  ),
  generator(
    'VuePress',
    'npx vuepress build docs',
    below(VUEPRESS, programs('.vuepress/config', 'js ts mjs cjs mts')),
    below(['docs/', './', 'doc/', 'website/', 'src/'], ['.vuepress/dist']),
  ),
  generator('Rspress', 'npx rspress build', programs('rspress.config'), ['doc_build']),
  generator('Quarto', 'quarto render', below(['', 'docs/'], programs('_quarto', 'yml yaml')), [
    '_site',
    '_book',
    'docs',
    'docs/_site',
  ]),
  generator('bookdown', "Rscript -e 'bookdown::render_book()'", ['_bookdown.yml'], ['_book', 'docs']),
  generator(
    'Carpentries Workbench',
    "Rscript -e 'sandpaper::build_lesson()'",
    ['config.yaml'],
    ['site/docs'],
    /^carpentry:/m,
  ),
  generator('Nikola', 'nikola build', ['conf.py'], ['output'], /^BLOG_TITLE\s*=/m),
  generator('Lume', 'deno task build', programs('_config', 'ts js'), ['_site'], /\blume\b/),
  generator(
    'Bridgetown',
    'bin/bridgetown build',
    ['bridgetown.config.yml', 'config/initializers.rb'],
    ['output'],
  ),
  generator('Vocs', 'npx vocs build', below(['', 'docs/', 'site/'], programs('vocs.config', 'ts tsx')), [
    'docs/dist',
    'dist',
    'site/dist',
  ]),
  generator('Retype', 'npx retype build', programs('retype', 'yml yaml'), ['.retype']),
  generator('Dendron', 'npx dendron publish export', ['dendron.yml'], ['.next/out', 'docs']),
  generator('DocFX', 'docfx', ['docfx.json', 'docs/docfx.json'], ['_site', 'docs/_site']),
  generator('Documenter.jl', 'julia docs/make.jl', ['docs/make.jl'], ['docs/build']),
  generator('SvelteKit', 'npx vite build', programs('svelte.config'), ['build']),
  generator('Observable Framework', 'npx observable build', programs('observablehq.config', 'js ts'), [
    'dist',
  ]),
  generator('Middleman', 'bundle exec middleman build', ['config.rb'], ['build'], /^\s*(?:activate|set) :/m),
  generator('Nanoc', 'bundle exec nanoc', ['nanoc.yaml'], ['output']),
  generator('Metalsmith', 'node metalsmith.js', programs('metalsmith', 'js mjs cjs json'), ['build']),
  generator('Cecil', 'php cecil.phar build', programs('cecil', 'yml yaml'), ['_site']),
  generator('HydePHP', 'php hyde build', ['hyde.yml', 'config/hyde.php'], ['_site']),
  generator('Sculpin', 'vendor/bin/sculpin generate', ['app/config/sculpin_kernel.yml'], ['output_prod']),
  generator(
    'Hakyll',
    'cabal run site build',
    below(['', 'web/', 'src/', 'app/'], ['site.hs', 'Site.hs', 'Main.hs']),
    ['_site', 'web/_site'],
    /\bHakyll\b/,
  ),
  generator('Cobalt', 'cobalt build', ['_cobalt.yml', '.cobalt.yml'], ['_site']),
  generator('Publii', '', ['input/config/site.config.json'], ['output']),
  // Programs on the web server write these pages, at addresses that the settings of each page decide.
  generator(
    'Grav',
    '',
    ['bin/grav', 'user/config/system.yaml', 'config/system.yaml'],
    [],
    /^(?:home|pages|absolute_urls):|\bGrav\b/m,
  ),
  generator('Statamic', '', ['config/statamic'], []),
  generator('Kirby', '', ['content/site.txt', 'kirby/bootstrap.php', 'site/blueprints/site.yml'], []),
  generator('Soupault', 'soupault', programs('soupault', 'toml conf'), ['build']),
  generator('Lektor', 'lektor build -O build', ['content/contents.lr'], ['build']),
  generator('JBake', 'jbake -b', ['jbake.properties'], ['output']),
  generator('Greenwood', 'npx greenwood build', programs('greenwood.config', 'js ts'), ['public']),
  generator('Gridsome', 'npx gridsome build', ['gridsome.config.js'], ['dist']),
  generator('TiddlyWiki', 'npx tiddlywiki --build', ['tiddlywiki.info'], ['output']),
  generator('Fern', '', ['fern/docs.yml', 'docs.yml'], [], /^navigation:/m),
  generator('Writerside', '', below(['', 'Writerside/', 'docs/', 'Docs/'], ['writerside.cfg']), []),
  generator('ReadMe', '', ['docs/_order.yaml'], []),
];
