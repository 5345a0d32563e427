// Part of action.yml: turns the report of a build into outputs and annotations of a workflow.
//   node bin/action-outputs.js <report> <file for the addresses>
import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';

/** Outputs of a job may have a megabyte in all. */
const MOST = 500_000;

const [reportFile, purgeFile] = process.argv.slice(2);
const report = readReport();
const files = [...(report.added ?? []), ...(report.changed ?? []), ...(report.removed ?? [])];
writeFileSync(purgeFile, lines(files.map(addressOf)));
for (const warning of report.warnings ?? []) annotate('warning', warning);
for (const { host, what, why, fix } of report.limits ?? []) {
  annotate('notice', { message: `${host}: ${what}: ${why}.`, fix });
}
if (report.error) annotate('error', report.error);
output('report', reportFile);
output('purge', purgeFile);
output('count', String(files.length));
output('changed', shortened(files));

/** A program that could not be started, or was killed, leaves no report. */
function readReport() {
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8'));
  } catch {
    return { error: { message: 'svc has printed no report; its messages are above' } };
  }
}

/** The address at which a file is asked for: that of its folder for an index.html. */
function addressOf(file) {
  const path = file.replace(/(^|\/)index\.html$/, '$1');
  return `${report.baseUrl}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** As many whole lines as an output may have. */
function shortened(names) {
  let size = 0;
  const some = names.filter((name) => {
    size += Buffer.byteLength(name) + 1;
    return size <= MOST;
  });
  if (some.length < names.length) {
    const message = `The output "changed" is cut off: ${some.length} of ${names.length} files.`;
    annotate('warning', { message, fix: 'Read the file that the output "purge" names.' });
  }
  return some.join('\n');
}

/** @see https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions */
function annotate(level, { message, fix, file, line, column }) {
  const facts = Object.entries({ file, line, col: column })
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) => `${name}=${escaped(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`,
    );
  const text = escaped(fix === undefined ? message : `${message} ${fix}`);
  process.stdout.write(`::${[level, facts.join(',')].join(' ').trim()}::${text}\n`);
}

function escaped(text) {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** The mark at the end is not to be guessed: values hold names from the site. */
function output(name, value) {
  const mark = randomUUID();
  appendFileSync(process.env.GITHUB_OUTPUT, `${name}<<${mark}\n${value}\n${mark}\n`);
}

function lines(list) {
  return list.map((line) => `${line}\n`).join('');
}
