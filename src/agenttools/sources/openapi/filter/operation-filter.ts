import { SAFE_METHODS } from '../../read-rules.js';
import { matchesGlob } from './glob.js';

/** What a pattern can be held against. */
export interface FilteredOperation {
  id: string;
  method: string;
  pathTemplate: string;
  toolName: string;
  tags: readonly string[];
}

/** Patterns of the config file: `tag:Flags`, `GET /api/**`, or a glob over operationIds and tool names. */
export interface OperationPatterns {
  include?: readonly string[];
  exclude?: readonly string[];
  reads?: readonly string[];
  refuse?: readonly string[];
}

const METHOD_AND_PATH = /^(\*|[A-Za-z][A-Za-z-]{1,19})\s+(\/.*|\*.*)$/;

/** True when the pattern means the operation. */
export function matchesOperation(pattern: string, operation: FilteredOperation): boolean {
  if (pattern.startsWith('tag:')) {
    const tag = pattern.slice('tag:'.length).trim();
    return operation.tags.some((one) => matchesGlob(tag, one));
  }
  const place = METHOD_AND_PATH.exec(pattern.trim());
  if (place !== null) {
    const [, method = '', path = ''] = place;
    const fits = method === '*' || method.toUpperCase() === operation.method;
    return fits && matchesGlob(path, operation.pathTemplate);
  }
  return matchesGlob(pattern, operation.id) || matchesGlob(pattern, operation.toolName);
}

/** Whether an operation is offered: included (all are where nothing is said), and neither excluded nor refused. */
export function isOffered(patterns: OperationPatterns, operation: FilteredOperation): boolean {
  const meant = (list: readonly string[]): boolean =>
    list.some((pattern) => matchesOperation(pattern, operation));
  const included = patterns.include === undefined || meant(patterns.include);
  return included && !meant([...(patterns.exclude ?? []), ...(patterns.refuse ?? [])]);
}

/** Whether an operation only reads: safe methods do, others where the operator says so. */
export function isRead(patterns: OperationPatterns, operation: FilteredOperation): boolean {
  if (SAFE_METHODS.has(operation.method)) return true;
  return (patterns.reads ?? []).some((pattern) => matchesOperation(pattern, operation));
}

/** The patterns that mean no operation at all: most likely a mistake in writing. */
export function unusedPatterns(
  patterns: OperationPatterns,
  operations: readonly FilteredOperation[],
): { list: keyof OperationPatterns; pattern: string }[] {
  return (['include', 'exclude', 'reads', 'refuse'] as const).flatMap((list) =>
    (patterns[list] ?? [])
      .filter((pattern) => !operations.some((one) => matchesOperation(pattern, one)))
      .map((pattern) => ({ list, pattern })),
  );
}
