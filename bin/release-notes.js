// Part of the release workflow: prints the section of the changelog for a tag.
//   node bin/release-notes.js v0.2.0
import { readFileSync } from 'node:fs';

const [tag = ''] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
if (tag !== `v${version}`) {
  fail(`the tag is "${tag}", and the version in package.json is ${version}`, `Use the tag v${version}.`);
}
const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
const section = sections.find((one) => one.startsWith(`[${version}]`));
if (section === undefined) {
  fail(`CHANGELOG.md has no section "## [${version}]"`, 'Rename "Unreleased", and add the date.');
}
// Links at the end belong to all sections.
process.stdout.write(
  `${section
    .slice(section.indexOf('\n'))
    .replace(/^\[[^\]]+\]: .*$/gm, '')
    .trim()}\n`,
);

function fail(message, fix) {
  process.stderr.write(`error: ${message}\nfix:   ${fix}\n`);
  process.exit(1);
}
