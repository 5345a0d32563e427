/** A generator whose sources aren't read: they are programs, or in other languages than Markdown. */
export interface OtherGenerator {
  readonly label: string;
  readonly configFiles: readonly string[];
  readonly buildCommand: string;
  /** Folders into which it builds. */
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
    label: 'Gatsby',
    configFiles: endings('gatsby-config').map((name) => name.replace('.config.', '.')),
    buildCommand: 'npx gatsby build',
    folders: ['public'],
  },
  {
    label: 'Sphinx',
    configFiles: ['conf.py', 'source/conf.py', 'docs/conf.py', 'docs/source/conf.py', 'doc/conf.py'],
    buildCommand: 'make html',
    folders: [
      '_build/html',
      'build/html',
      'docs/_build/html',
      'docs/build/html',
      'doc/_build/html',
      'doc/build/html',
    ],
  },
  {
    label: 'Antora',
    configFiles: ['antora-playbook.yml', 'antora-playbook.yaml'],
    buildCommand: 'npx antora antora-playbook.yml',
    folders: ['build/site'],
  },
];
