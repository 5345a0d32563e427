import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SHUT = 'gate.shut';
const WAITING = 'gate.waiting';
const OPENED = 'gate.opened';

/**
 * A plugin whose hook waits while the gate of its folder is shut. Plugins run in threads of their own, so that test and
 * plugin meet in files.
 */
export function gatePlugin(kind: 'filter' | 'action', hook: string): string {
  return `import { appendFileSync, existsSync, readFileSync } from 'node:fs';
const at = (name) => new URL(name, import.meta.url);
const sizeOf = (name) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8').length : 0);
export function register(svc) {
  svc.${kind}('${hook}', async (value) => {
    if (!existsSync(at('${SHUT}'))) return value;
    appendFileSync(at('${WAITING}'), 'x');
    const number = sizeOf('${WAITING}');
    while (existsSync(at('${SHUT}')) && sizeOf('${OPENED}') < number) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return value;
  });
}
`;
}

/** The gate of a folder. */
export function gateOf(folder: string) {
  const sizeOf = (name: string) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8').length : 0;
  return {
    shut: () => writeFileSync(join(folder, SHUT), ''),
    /** How many have come to the shut gate. */
    arrived: () => sizeOf(WAITING),
    /** Lets the next one pass. */
    letOnePass: () => writeFileSync(join(folder, OPENED), 'x'.repeat(sizeOf(OPENED) + 1)),
    open: () => rmSync(join(folder, SHUT), { force: true }),
  };
}
