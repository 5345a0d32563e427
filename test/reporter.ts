import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

/** The one thing that may be absent on every machine. */
const MAY_BE_ABSENT = /^\.\.\/shared\/data\//;

/**
 * Prints each reason for which tests were skipped, with their number and names.
 * With `SVC_NO_SKIP=1` a test that is skipped for another reason than absent data fails the run. `SVC_TEST_COUNTS`
 * names a file that gets the counts in a line.
 */
export class SkipReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = new Map<string, TestCase[]>();
    for (const test of modules.flatMap((module) => [...module.children.allTests('skipped')])) {
      const reason = reasonOf(test);
      skipped.set(reason, [...(skipped.get(reason) ?? []), test]);
    }
    for (const [reason, tests] of skipped) {
      console.log(`${tests.length} skipped: ${reason}`);
      for (const test of tests) console.log(`  ${test.module.relativeModuleId}: ${test.fullName}`);
    }
    writeCounts(modules);
    if (process.env['SVC_NO_SKIP'] !== '1') return;
    const wrong = [...skipped.keys()].filter((reason) => !MAY_BE_ABSENT.test(reason));
    if (wrong.length > 0) {
      console.log(`No test may be skipped for: ${wrong.join('; ')}`);
      process.exitCode = 1;
    }
  }
}

function writeCounts(modules: readonly TestModule[]): void {
  const file = process.env['SVC_TEST_COUNTS'];
  if (file === undefined) return;
  const count = (state: 'passed' | 'failed' | 'skipped') =>
    modules.reduce((sum, module) => sum + [...module.children.allTests(state)].length, 0);
  // A file that can't be loaded has no tests, and its failure counts all the same.
  const broken = modules.filter((module) => module.errors().length > 0).length;
  const line = `${count('passed')} passed, ${count('failed') + broken} failed, ${count('skipped')} skipped`;
  writeFileSync(file, `${line}\n`);
}

/** The reason that the test, or a suite around it, was declared with. */
function reasonOf(test: TestCase): string {
  for (const at of [test, ...suitesAround(test)]) {
    const { skipReason } = at.meta();
    if (skipReason !== undefined && skipReason !== '') return skipReason;
  }
  return 'no reason given';
}

function suitesAround(test: TestCase): readonly TestSuite[] {
  const suites: TestSuite[] = [];
  let at: TestSuite | TestModule = test.parent;
  while (at.type === 'suite') {
    suites.push(at);
    at = at.parent;
  }
  return suites;
}
