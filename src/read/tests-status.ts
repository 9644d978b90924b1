/** The SWE-bench verdict, recomputed from what an instance's report says of its tests. */
import type { Place } from '../errors.ts';
import { arrayAt, isObject, type JsonObject, objectAt } from './json.ts';

/**
 * Resolved: every FAIL_TO_PASS test passes and every PASS_TO_PASS test still does.
 *
 * @returns null where the report holds no verdict of tests: no `tests_status`, no FAIL_TO_PASS test in it, or
 * a patch that did not apply.
 */
export function resolvedByTests(report: JsonObject, place: Place): boolean | null {
  if (report['patch_successfully_applied'] === false) return null;
  const status = report['tests_status'];
  if (!isObject(status)) return null;
  const failToPass = outcomesOf(status['FAIL_TO_PASS'], { ...place, at: 'tests_status.FAIL_TO_PASS' });
  const passToPass = outcomesOf(status['PASS_TO_PASS'], { ...place, at: 'tests_status.PASS_TO_PASS' });
  if (failToPass === null || failToPass.success + failToPass.failure === 0) return null;
  return failToPass.failure === 0 && (passToPass?.failure ?? 0) === 0;
}

function outcomesOf(value: unknown, place: Place): { success: number; failure: number } | null {
  if (value === undefined || value === null) return null;
  const lists = objectAt(value, place);
  const count = (name: string) => arrayAt(lists[name] ?? [], { ...place, at: `${place.at}.${name}` }).length;
  return { success: count('success'), failure: count('failure') };
}

/** A report as a status word, with whether its tests contradict its stored `resolved`. */
export interface ReportVerdict {
  readonly word: 'resolved' | 'unresolved' | 'empty_patch' | 'patch_failed' | 'null';
  readonly disagrees: boolean;
}

export function verdictOfReport(report: JsonObject, place: Place): ReportVerdict {
  const stored = report['resolved'];
  const byTests = resolvedByTests(report, place);
  const resolved = byTests ?? stored;
  const disagrees = byTests !== null && typeof stored === 'boolean' && byTests !== stored;
  if (resolved === true) return { word: 'resolved', disagrees };
  if (report['patch_exists'] === false || report['patch_is_None'] === true) {
    return { word: 'empty_patch', disagrees };
  }
  if (report['patch_successfully_applied'] === false) return { word: 'patch_failed', disagrees };
  return { word: resolved === false ? 'unresolved' : 'null', disagrees };
}

/** Does this look like the report of one instance? */
export function isInstanceReport(value: unknown): value is JsonObject {
  return (
    isObject(value) &&
    ('patch_successfully_applied' in value || 'tests_status' in value || 'patch_exists' in value)
  );
}

/** Reports of a file: `{id: report}`, or one without its id, which the folder then gives. */
export function reportsOf(value: unknown, folder: string, place: Place): [id: string, report: JsonObject][] {
  const root = objectAt(value, place);
  if (isInstanceReport(root)) return [[folder, root]];
  return Object.entries(root).map(([id, report]) => [id, objectAt(report, { ...place, at: id })]);
}
