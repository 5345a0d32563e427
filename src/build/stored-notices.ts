import { readFileSync, rmSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Notice } from '../site/registry/notice.js';

const FILE = 'notices.json';

/**
 * Stores the notices of a build for `svc validate`; without any the file is removed. They name plugins and their
 * failures, so they are next to the output and never in it.
 * @param state `.svc`
 */
export async function keepNotices(state: string, notices: readonly Notice[]): Promise<void> {
  const path = join(state, FILE);
  if (notices.length === 0) {
    rmSync(path, { force: true });
    return;
  }
  await mkdir(state, { recursive: true });
  await writeFile(`${path}.tmp`, `${JSON.stringify(notices, null, 2)}\n`);
  await rename(`${path}.tmp`, path);
}

/**
 * The notices of the last build.
 * @param state `.svc`
 * @returns none where the file is missing or unreadable
 */
export function storedNotices(state: string): readonly Notice[] {
  try {
    const stored: unknown = JSON.parse(readFileSync(join(state, FILE), 'utf8'));
    return Array.isArray(stored) ? stored.filter(isNotice) : [];
  } catch {
    return [];
  }
}

function isNotice(value: unknown): value is Notice {
  const { level, message } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return (level === 'error' || level === 'warning') && typeof message === 'string';
}
