import { fence } from '../tag-line.js';
import type { Form } from './page.js';

/** Commands of npm by the kinds of the component. */
const COMMANDS: Readonly<Record<string, string>> = {
  add: 'npm i',
  create: 'npm create',
  dlx: 'npx',
  exec: 'npx',
  install: 'npm install',
  remove: 'npm uninstall',
  run: 'npm run',
};

/**
 * A command for several package managers (`<PackageManagers pkg="tea" dev />`): that of npm, which readers see first.
 * @see https://starlight-package-managers.vercel.app/usage/
 */
export const packageManagers: Form = ({ properties }) => {
  const command = COMMANDS[properties.text('type') ?? 'add'];
  if (command === undefined) return '';
  const comment = properties.text('comment')?.replaceAll('{PKG}', 'npm');
  const words = [
    properties.text('prefix'),
    command,
    properties.has('dev') ? '-D' : undefined,
    properties.text('pkg'),
    properties.text('args'),
  ].filter((word) => word !== undefined);
  return fence([...(comment === undefined ? [] : [`# ${comment}`]), words.join(' ')].join('\n'), 'sh');
};
