import { SAFE_METHODS } from '../../read-rules.js';
import type { Operation } from '../operation.js';

export type FilteredOperation = Pick<
  Operation,
  'id' | 'method' | 'pathTemplate' | 'toolName' | 'tags'
>;

/** Patterns of the config file: `tag:Flags`, `GET /api/**`, or a glob over operationIds and tool names. */
export interface OperationPatterns {
  include?: readonly string[];
  exclude?: readonly string[];
  reads?: readonly string[];
  refuse?: readonly string[];
}

const METHOD_AND_PATH = /^(\*|[A-Za-z][A-Za-z-]{1,19})\s+(\/.*|\*.*)$/;

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

/** Whether something is offered: included (all is where nothing is said), and neither excluded nor refused. */
export function isOffered(
  { include, exclude = [], refuse = [] }: OperationPatterns,
  means: (pattern: string) => boolean,
): boolean {
  return (include === undefined || include.some(means)) && ![...exclude, ...refuse].some(means);
}

/** Whether an operation only reads: safe methods do, others where the operator says so. */
export function isRead(patterns: OperationPatterns, operation: FilteredOperation): boolean {
  if (SAFE_METHODS.has(operation.method)) return true;
  return (patterns.reads ?? []).some((pattern) => matchesOperation(pattern, operation));
}

/** The patterns that mean nothing at all: most likely a mistake in writing. */
export function unusedPatterns(
  patterns: OperationPatterns,
  means: (pattern: string) => boolean,
): { list: keyof OperationPatterns; pattern: string }[] {
  return (['include', 'exclude', 'reads', 'refuse'] as const).flatMap((list) =>
    (patterns[list] ?? []).flatMap((pattern) => (means(pattern) ? [] : [{ list, pattern }])),
  );
}

/** `*` stands for anything but a slash, `**` for anything. Time grows with both lengths at worst. */
export function matchesGlob(pattern: string, text: string): boolean {
  const tokens = tokensOf(pattern);
  // reached[i]: the tokens so far can stand for the first i signs of the text.
  let reached = new Uint8Array(text.length + 1);
  reached[0] = 1;
  for (const token of tokens) {
    const next = new Uint8Array(text.length + 1);
    for (let i = 0; i <= text.length; i += 1) {
      const before = i > 0 ? text[i - 1] : undefined;
      if (token === '*' || token === '**') {
        const goesOn =
          before !== undefined && next[i - 1] === 1 && (token === '**' || before !== '/');
        next[i] = reached[i] === 1 || goesOn ? 1 : 0;
      } else if (before === token && reached[i - 1] === 1) {
        next[i] = 1;
      }
    }
    reached = next;
  }
  return reached[text.length] === 1;
}

function tokensOf(pattern: string): string[] {
  const tokens: string[] = [];
  for (let i = 0; i < pattern.length; i += 1) {
    if (pattern[i] === '*' && pattern[i + 1] === '*') {
      tokens.push('**');
      i += 1;
    } else tokens.push(pattern[i] as string);
  }
  return tokens;
}
