/** A finding of an outside scanner. */
export interface JudgeFinding {
  /** The scanner's name of the check. */
  readonly check: string;
  readonly passes: boolean;
  readonly message: string;
}

/** What a scanner says. */
export interface JudgeVerdict {
  /** 0 to 100; null for a scanner without a score. */
  readonly score: number | null;
  readonly findings: readonly JudgeFinding[];
}

/** The row of svc check that a scanner's check compares with, and why the two may differ. */
type Difference = readonly [row: string | undefined, why: string];

/** A scanner that isn't part of the program. */
export interface JudgeRow {
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
export const judgeTable: readonly JudgeRow[] = [
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
