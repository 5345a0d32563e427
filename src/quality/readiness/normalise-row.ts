import { isObject } from '../../core/is-object.js';
import { type ReadinessAction, type ReadinessRow, STATUSES, type Status } from './readiness-row.js';

/**
 * A row of the report from a plugin's value. Only an explicit pass becomes a pass.
 * @returns undefined for anything that isn't a row, and for one without an id
 */
export function normaliseRow(given: unknown): ReadinessRow | undefined {
  if (!isObject(given)) return undefined;
  const id = textOf(given['id']);
  if (id === '') return undefined;
  return {
    id,
    label: textOf(given['label']) || id,
    status: statusOf(given),
    detail: textOf(given['detail']),
    fix: textOf(given['fix']),
    action: actionOf(given['action']),
  };
}

function statusOf({ status, pass, ok }: Readonly<Record<string, unknown>>): Status {
  const known = STATUSES.find((one) => one === status);
  if (known !== undefined) return known;
  if (pass === undefined && ok === undefined) return 'warn';
  return pass === true || ok === true ? 'pass' : 'fail';
}

function actionOf(given: unknown): ReadinessAction | null {
  if (!isObject(given)) return null;
  const label = textOf(given['label']);
  const [tab, anchor, href] = [textOf(given['tab']), textOf(given['anchor']), textOf(given['href'])];
  // Web addresses only: the site's owner clicks this link.
  if (/^https?:\/\//i.test(href)) return { label: label || href, href };
  return tab === '' ? null : { label: label || tab, tab, anchor };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
