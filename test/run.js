// Runs the tests: `node test/run.js [--install] [--changed] <project>... [-- <arguments of vitest>]`.
//   npm test              types, style, then the projects `unit` and `e2e`
//   npm run test:all      installs what `oracles` needs, then runs all three
//   npm run test:changed  the tests that the uncommitted changes touch, and those of the built program
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';

const ALL = ['unit', 'e2e', 'oracles'];
/** What a test says that starts the built program; imports don't lead from it to `src/`. */
const BUILT_PROGRAM = /\b(?:spawnSvc|startSvc)\(|bin\/svc\.js/;

const args = process.argv.slice(2);
const projects = ALL.filter((name) => args.includes(name));
const more = args.filter((one) => !ALL.includes(one) && one !== '--install' && one !== '--changed');

if (args.includes('--install')) run('node', ['test/install.js'], true);
run('npx', ['biome', 'check', '.']);
run('npx', ['tsc', '--noEmit', '-p', 'test']);
const vitest = ['vitest', 'run', ...projects.map((name) => `--project=${name}`)];
if (args.includes('--changed')) {
  run('npx', [...vitest, '--changed', '--passWithNoTests', ...more]);
  if (isProgramChanged()) run('npx', ['vitest', 'run', '--project=e2e', ...testsOfProgram(), ...more]);
} else run('npx', [...vitest, ...more]);
for (const name of ALL.filter((one) => !projects.includes(one))) {
  console.log(
    `${await countTests(name)} tests of \`${name}\` were not run (a table counts as one): npm run test:all`,
  );
}

/** Ends this process when a step fails, unless it may. */
function run(command, list, mayFail = false) {
  const { status } = spawnSync(command, list, { stdio: 'inherit' });
  if (status !== 0 && !mayFail) process.exit(status ?? 1);
}

function isProgramChanged() {
  const { stdout } = spawnSync('git', ['status', '--porcelain', '--', 'src', 'bin', 'schemas', 'templates']);
  return String(stdout).trim() !== '';
}

function testsOfProgram() {
  return readdirSync('test/e2e', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test/e2e', name))
    .filter((file) => BUILT_PROGRAM.test(readFileSync(file, 'utf8')));
}

/** Counts the tests of a project by reading its files, without running them. */
async function countTests(name) {
  const instance = await createVitest('test', { project: name, watch: false, reporters: [] });
  const specifications = await instance.globTestSpecifications();
  const modules = await instance.experimental_parseSpecifications(specifications);
  await instance.close();
  return modules.reduce((sum, module) => sum + [...module.children.allTests()].length, 0);
}
