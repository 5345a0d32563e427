/** A generator whose sources aren't read: they are programs, in other languages than Markdown, or have rules of their own. */
export interface OtherGenerator {
  readonly label: string;
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

/** Generators without a profile: the command that builds, the configurations, the folders that it may write to. */
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
];
