import { compareText } from '../../core/compare.js';
import { printable } from '../../core/printable.js';
import type { Document } from './document.js';
import { type Finding, MOST_PER_RULE, type RawFinding, type Rule, type ValidateReport } from './rule.js';
import { rules as allRules } from './rules/table.js';
import type { Subject } from './subject.js';

export interface ValidateOptions {
  /** Warnings count as errors. */
  readonly strict: boolean;
  /** By default all. */
  readonly rules?: readonly Rule[];
}

/**
 * Checks an output folder by every rule. Documents are read one after the other; nothing is written.
 * @throws errors of the file system
 */
export async function validateFolder(
  subject: Subject,
  { strict, rules = allRules }: ValidateOptions,
): Promise<ValidateReport> {
  const collector = new Collector(rules);
  for (const rule of rules) {
    for (const found of (await rule.check?.(subject)) ?? []) collector.add(rule, found, subject);
  }
  let documents = 0;
  for (const document of subject.folder.documents()) {
    documents += 1;
    for (const rule of rules) {
      for (const found of rule.checkDocument?.(document, subject) ?? [])
        collector.add(rule, found, subject, document);
    }
  }
  collector.settle(subject);
  const { errors, warnings, omitted } = collector;
  return {
    ok: errors === 0 && (!strict || warnings === 0),
    out: subject.folder.root,
    baseUrl: subject.deployment.baseUrl,
    documents,
    errors,
    warnings,
    findings: collector.list(),
    omitted,
    rules: collector.results(),
  };
}

/** Counts all findings and keeps the first of each rule. */
class Collector {
  errors = 0;
  warnings = 0;
  omitted = 0;
  readonly #counts = new Map<string, number>();
  readonly #findings: Finding[] = [];
  readonly #waiting: { readonly rule: Rule; readonly found: RawFinding }[] = [];
  /** Files with an error. */
  readonly #faulty = new Set<string>();

  constructor(private readonly rules: readonly Rule[]) {}

  /** Adds the findings of fallback rules for files without an error. */
  settle(subject: Subject): void {
    for (const { rule, found } of this.#waiting) {
      if (!this.#faulty.has(found.file)) this.#take(rule, found, subject);
    }
  }

  add(rule: Rule, found: RawFinding, subject: Subject, current?: Document): void {
    if (rule.isFallback === true && found.file !== '') this.#waiting.push({ rule, found });
    else this.#take(rule, found, subject, current);
  }

  #take(rule: Rule, found: RawFinding, { folder }: Subject, current?: Document): void {
    const count = (this.#counts.get(rule.id) ?? 0) + 1;
    this.#counts.set(rule.id, count);
    const document = current?.file === found.file ? current : folder.document(found.file);
    // The site's own files are up to the owner: worth a warning, no reason to stop a deployment.
    const level = document?.source === 'file' ? 'warning' : (found.level ?? rule.level);
    if (level === 'error') {
      this.errors += 1;
      this.#faulty.add(found.file);
    } else this.warnings += 1;
    if (count > MOST_PER_RULE) {
      this.omitted += 1;
      return;
    }
    const { pointer, line } = found;
    const shown = line ?? (pointer === undefined ? undefined : document?.lineOf(pointer));
    this.#findings.push({
      ...found,
      rule: rule.id,
      level,
      ...(shown === undefined ? {} : { line: shown }),
      message: printable(found.message),
    });
  }

  list(): readonly Finding[] {
    return this.#findings.sort(
      (a, b) =>
        compareText(a.file, b.file) ||
        (a.line ?? 0) - (b.line ?? 0) ||
        compareText(a.rule, b.rule) ||
        compareText(a.pointer ?? '', b.pointer ?? '') ||
        compareText(a.message, b.message),
    );
  }

  results(): ValidateReport['rules'] {
    return this.rules.map(({ id, covers = [], level, title }) => {
      return { id, covers, level, title, findings: this.#counts.get(id) ?? 0 };
    });
  }
}
