import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

/** The one thing that may be absent on every machine. */
const MAY_BE_ABSENT = /^\.\.\/shared\/data\//;

/**
 * Prints each reason for which tests were skipped, with their number and names.
 * With `SVC_NO_SKIP=1` a test that is skipped for another reason than absent data fails the run.
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
    if (process.env['SVC_NO_SKIP'] !== '1') return;
    const wrong = [...skipped.keys()].filter((reason) => !MAY_BE_ABSENT.test(reason));
    if (wrong.length > 0) {
      console.log(`No test may be skipped for: ${wrong.join('; ')}`);
      process.exitCode = 1;
    }
  }
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
