/** A generator whose sources aren't read: they are programs, or in other languages than Markdown. */
export interface OtherGenerator {
  readonly label: string;
  readonly configFiles: readonly string[];
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
  { label: 'SvelteKit', configFiles: endings('svelte'), buildCommand: 'npx vite build', folders: ['build'] },
];
