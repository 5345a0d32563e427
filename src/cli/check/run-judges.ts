import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CheckReport, ScannerVerdict } from '../../api/check/report.js';
import { attempt } from '../../core/attempt.js';

const TIMEOUT_MS = 300_000;
const MAX_OUTPUT = 50_000_000;

/** A scanner in a folder `node_modules`. */
interface Installed {
  readonly version: string;
  /** Absolute path of its program. */
  readonly program: string;
}

/**
 * Runs the outside scanners that are installed, and compares each with a report. Nothing is fetched to run them.
 * @param cwd folder whose `node_modules`, or those above it, may have them
 */
export async function runJudges(report: CheckReport, cwd: string): Promise<readonly ScannerVerdict[]> {
  const judged: ScannerVerdict[] = [];
  for (const row of judgeTable) {
    const installed = find(row.package, cwd);
    if (installed === undefined) {
      judged.push({
        name: row.package,
        version: null,
        score: null,
        problem: 'not installed',
        differences: [],
      });
      continue;
    }
    const { version, program } = installed;
    const printed = await run(program, row.args(report.url));
    const verdict = typeof printed === 'string' ? undefined : read(row, printed.json);
    judged.push({
      ...{ name: row.package, version, score: verdict?.score ?? null },
      problem:
        verdict === undefined ? `has printed no report: ${typeof printed === 'string' ? printed : ''}` : null,
      differences: verdict === undefined ? [] : differencesOf(row, verdict, report),
    });
  }
  return judged;
}

function find(name: string, cwd: string): Installed | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const root = join(folder, 'node_modules', name);
    if (existsSync(join(root, 'package.json'))) {
      const { version, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
        readonly version: string;
        readonly bin: string | Readonly<Record<string, string>>;
      };
      const program = typeof bin === 'string' ? bin : Object.values(bin)[0];
      return program === undefined ? undefined : { version, program: join(root, program) };
    }
    if (dirname(folder) === folder) return undefined;
  }
}

/** @returns what it prints, or why it prints nothing */
function run(program: string, args: readonly string[]): Promise<{ readonly json: unknown } | string> {
  const options = { timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT };
  return new Promise((resolve) => {
    // Scanners end with an error code when they find something.
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) => {
      try {
        resolve({ json: JSON.parse(stdout) });
      } catch {
        const lines = stderr.split('\n').filter((line) => /error/i.test(line));
        resolve((lines[0] ?? error?.message ?? '').trim().slice(0, 200));
      }
    });
  });
}

/** Another version of a scanner may print something else. */
function read(row: JudgeRow, json: unknown): JudgeVerdict | undefined {
  return attempt(() => row.read(json));
}

function differencesOf(
  row: JudgeRow,
  { findings }: JudgeVerdict,
  report: CheckReport,
): ScannerVerdict['differences'] {
  return findings.flatMap(({ check, passes, message }) => {
    const [id, why = 'svc check has no row for this.'] = row.differences[check] ?? [];
    const own = report.readiness.find((one) => one.id === id);
    const isSame = own === undefined ? passes : passes === (own.status === 'pass');
    if (isSame) return [];
    return [{ check, passes, message, ours: own === undefined ? null : `${own.status} ${own.label}`, why }];
  });
}

/** A finding of an outside scanner. */
interface JudgeFinding {
  /** The scanner's name of the check. */
  readonly check: string;
  readonly passes: boolean;
  readonly message: string;
}

/** What a scanner says. */
interface JudgeVerdict {
  /** 0 to 100; null for a scanner without a score. */
  readonly score: number | null;
  readonly findings: readonly JudgeFinding[];
}

/** The row of svc check that a scanner's check compares with, and why the two may differ. */
type Difference = readonly [row: string | undefined, why: string];

/** A scanner that isn't part of the program. */
interface JudgeRow {
  /** In the npm registry. */
  readonly package: string;
  args(url: string): readonly string[];
  /** Reads what it prints. */
  read(printed: unknown): JudgeVerdict;
  /** By the scanner's check. */
  readonly differences: Readonly<Record<string, Difference>>;
}

const FORMAT = 'It checks the form of llms.txt; svc check checks that it is there and how much it says.';
const POINTER =
  'It looks for a pointer to llms.txt near the start of every page; svc check has no row for that.';

/** The scanners that `--judges` runs where they are installed. */
const judgeTable: readonly JudgeRow[] = [
  {
    package: '@vercel/agent-readability',
    args: (url) => ['audit', `${url}/`, '--json'],
    read: (printed) => {
      const { score, categories } = printed as {
        readonly score: number;
        readonly categories: Readonly<Record<string, { readonly checks: readonly ReadabilityCheck[] }>>;
      };
      const checks = Object.values(categories).flatMap((category) => category.checks);
      const findings = checks
        .filter(({ skipped }) => !skipped)
        .map(({ name, passed, detail = '', hint }) => ({
          check: name,
          passes: passed,
          message: detail || hint,
        }));
      return { score, findings };
    },
    differences: {
      'llms.txt': ['llms', 'Both request /llms.txt.'],
      'llms.txt valid': ['llms', FORMAT],
      'sitemap.xml': [
        'sitemap',
        'It requests /sitemap.xml; svc check requests the address that robots.txt or the discovery document names.',
      ],
      'robots.txt': [
        'robots',
        'It requires that all AI crawlers are allowed; svc check accepts any choice that robots.txt states.',
      ],
      'Structured data': ['schema', 'It accepts any JSON-LD; svc check looks for who is behind the site.'],
      'Agent UA → markdown': [
        undefined,
        'It expects Markdown for the User-Agents of assistants; svc serves Markdown by Accept and at the address of the twin.',
      ],
      '.md URL → markdown': [
        undefined,
        "It appends .md to the address, which isn't possible for a front page; in svc, its Markdown is at /index.md.",
      ],
      'Markdown link alternate': [
        undefined,
        'It looks at the front page; in svc, the Markdown of that page is the index, to which the relation "describedby" leads.',
      ],
      Frontmatter: [
        undefined,
        'It reads the Markdown of the front page; in svc, that is the index, and only the twins of pages have front matter.',
      ],
      'Heading structure': [
        undefined,
        'It counts the headings of the front page; svc check counts those of all pages, under Optimized.',
      ],
      'Missing page → markdown': [
        undefined,
        'It expects status 200 for a missing page; svc answers 404, because a missing page has no content.',
      ],
    },
  },
  {
    package: 'afdocs',
    args: (url) => ['check', url, '--format', 'json', '--score', '--sampling', 'deterministic'],
    read: (printed) => {
      const { results, scoring } = printed as {
        readonly results: readonly {
          readonly id: string;
          readonly status: string;
          readonly message: string;
        }[];
        readonly scoring?: { readonly overall: number };
      };
      const findings = results
        .filter(({ status }) => status !== 'skip')
        .map(({ id, status, message }) => ({ check: id, passes: status === 'pass', message }));
      return { score: scoring?.overall ?? null, findings };
    },
    differences: {
      'llms-txt-exists': ['llms', 'Both request /llms.txt.'],
      'llms-txt-valid': ['llms', FORMAT],
      'llms-txt-links-markdown': [
        undefined,
        'It expects that every link of llms.txt leads to Markdown; svc also links the feed, the sitemap and pages without a twin.',
      ],
      'llms-txt-directive-html': [undefined, POINTER],
      'llms-txt-directive-md': [undefined, POINTER],
    },
  },
  {
    package: 'llms-txt-check',
    args: (url) => [`${url}/`, '--json'],
    read: (printed) => {
      const { sourceProblems, lint, checked } = printed as {
        readonly sourceProblems: readonly unknown[];
        readonly lint: readonly unknown[];
        readonly checked: readonly { readonly url: string; readonly problems: readonly unknown[] }[];
      };
      const links = checked.flatMap(({ url, problems }) => problems.map((one) => `${url}: ${textOf(one)}`));
      const problems = [...sourceProblems, ...lint].map(textOf);
      const finding = (check: string, list: readonly string[]) => ({
        check,
        passes: list.length === 0,
        message: list.slice(0, 3).join('; '),
      });
      return { score: null, findings: [finding('form', problems), finding('links', links)] };
    },
    differences: {
      form: ['llms', FORMAT],
      links: [
        undefined,
        'It requests the links of llms.txt; svc check requests the first twin only, svc verify all.',
      ],
    },
  },
];

interface ReadabilityCheck {
  readonly name: string;
  readonly passed: boolean;
  readonly skipped: boolean;
  readonly detail?: string;
  readonly hint: string;
}

function textOf(problem: unknown): string {
  const { message } = Object(problem) as { readonly message?: unknown };
  return typeof message === 'string'
    ? message
    : String(typeof problem === 'string' ? problem : JSON.stringify(problem));
}
