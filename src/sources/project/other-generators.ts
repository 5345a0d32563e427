/** A generator whose sources aren't read: they are programs, in other languages than Markdown, or have rules of their own. */
export interface OtherGenerator {
  readonly label: string;
  readonly configFiles: readonly string[];
  /** What the configuration must contain where other programs have a file of its name. */
  readonly configText?: RegExp;
  readonly buildCommand: string;
  readonly folders: readonly string[];
}

const endings = (name: string) =>
  ['js', 'mjs', 'cjs', 'ts', 'mts'].map((ending) => `${name}.config.${ending}`);

/** Generators without a profile, by their configuration. */
export const OTHER_GENERATORS: readonly OtherGenerator[] = [
  { label: 'Next.js', configFiles: endings('next'), buildCommand: 'npx next build', folders: ['out'] },
  {
    label: 'Nuxt',
    configFiles: endings('nuxt'),
    buildCommand: 'npx nuxt generate',
    folders: ['.output/public', 'dist'],
  },
  {
    label: 'Antora',
    // Without a playbook in the project, its site is built from another repository.
    configFiles: [
      'antora-playbook.yml',
      'antora-playbook.yaml',
      ...['', 'docs/', 'doc/'].map((folder) => `${folder}antora.yml`),
    ],
    buildCommand: 'npx antora antora-playbook.yml',
    folders: ['build/site'],
  },
  {
    label: 'VuePress',
    configFiles: ['', 'docs/', 'doc/', 'website/', 'src/'].flatMap((folder) =>
      ['js', 'ts', 'mjs', 'cjs', 'mts'].map((ending) => `${folder}.vuepress/config.${ending}`),
    ),
    buildCommand: 'npx vuepress build docs',
    folders: ['docs', '.', 'doc', 'website', 'src'].map((folder) => `${folder}/.vuepress/dist`),
  },
  {
    label: 'Rspress',
    configFiles: endings('rspress'),
    buildCommand: 'npx rspress build',
    folders: ['doc_build'],
  },
  {
    label: 'Quarto',
    configFiles: ['', 'docs/'].flatMap((folder) => [`${folder}_quarto.yml`, `${folder}_quarto.yaml`]),
    buildCommand: 'quarto render',
    folders: ['_site', '_book', 'docs', 'docs/_site'],
  },
  {
    label: 'bookdown',
    configFiles: ['_bookdown.yml'],
    buildCommand: "Rscript -e 'bookdown::render_book()'",
    folders: ['_book', 'docs'],
  },
  {
    label: 'Nikola',
    configFiles: ['conf.py'],
    configText: /^BLOG_TITLE\s*=/m,
    buildCommand: 'nikola build',
    folders: ['output'],
  },
  {
    label: 'Lume',
    configFiles: ['_config.ts', '_config.js'],
    configText: /\blume\b/,
    buildCommand: 'deno task build',
    folders: ['_site'],
  },
  {
    label: 'Bridgetown',
    configFiles: ['bridgetown.config.yml', 'config/initializers.rb'],
    buildCommand: 'bin/bridgetown build',
    folders: ['output'],
  },
  {
    label: 'Vocs',
    configFiles: ['', 'docs/', 'site/'].flatMap((folder) =>
      ['vocs.config.ts', 'vocs.config.tsx'].map((name) => folder + name),
    ),
    buildCommand: 'npx vocs build',
    folders: ['docs/dist', 'dist', 'site/dist'],
  },
  {
    label: 'Retype',
    configFiles: ['retype.yml', 'retype.yaml'],
    buildCommand: 'npx retype build',
    folders: ['.retype'],
  },
  {
    label: 'Dendron',
    configFiles: ['dendron.yml'],
    buildCommand: 'npx dendron publish export',
    folders: ['.next/out', 'docs'],
  },
  {
    label: 'DocFX',
    configFiles: ['docfx.json', 'docs/docfx.json'],
    buildCommand: 'docfx',
    folders: ['_site', 'docs/_site'],
  },
  {
    label: 'Documenter.jl',
    configFiles: ['docs/make.jl'],
    buildCommand: 'julia docs/make.jl',
    folders: ['docs/build'],
  },
  { label: 'SvelteKit', configFiles: endings('svelte'), buildCommand: 'npx vite build', folders: ['build'] },
];
