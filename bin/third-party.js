// Part of `npm run build`: what the package has to say about the packages that have become part of it. `npm sbom` and
// `npm audit` can't see them, since they aren't installed any more.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LINE = `\n${'-'.repeat(80)}\n\n`;

/** @param {readonly string[]} moduleIds paths of all modules of the bundle @returns files by name */
export function thirdPartyFiles(moduleIds, { name, version }) {
  const folders = moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
  const packages = [...new Set(folders)].sort().map((folder) => ({
    folder,
    ...JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  }));
  return new Map([
    ['THIRD-PARTY-LICENSES.txt', packages.map(licenseOf).join(LINE)],
    ['bundled.cdx.json', `${JSON.stringify(bomOf({ name, version }, packages), null, 2)}\n`],
  ]);
}

function licenseOf({ folder, name, version }) {
  const names = readdirSync(folder);
  const license = names.find((one) => /^licen[cs]e/i.test(one));
  if (license === undefined) throw new Error(`${name} brings no licence that could be passed on`);
  // Apache-2.0 asks for the notice of a package too.
  const files = [license, ...names.filter((one) => /^notice(?:\.\w+)?$/i.test(one))];
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return `${name} ${version}\n\n${texts.join('\n\n')}\n`;
}

/** Without a time and a serial number: the same bundle gives the same bytes. @see https://cyclonedx.org/docs/1.5/json/ */
function bomOf(own, packages) {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: component(own) },
    components: packages.map((one) => ({
      ...component(one),
      licenses: [/[ ()]/.test(one.license) ? { expression: one.license } : { license: { id: one.license } }],
    })),
  };
}

function component({ name, version }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { type: 'library', 'bom-ref': purl, name, version, purl };
}
