import { existsSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT_FILES = (
  '.git .github package.json pyproject.toml setup.py Gemfile go.mod Cargo.toml composer.json pom.xml build.gradle ' +
  'Makefile CMakeLists.txt mkdocs.yml hugo.toml _config.yml book.toml docusaurus.config.js docusaurus.config.ts'
).split(' ');

/** True for the folder of a whole project, with its sources or its history. */
export function isRepository(root: string): boolean {
  const has = (name: string) => existsSync(join(root, name));
  const hasLicense = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'COPYING'].some(has);
  return PROJECT_FILES.some(has) || (hasLicense && has('README.md'));
}
