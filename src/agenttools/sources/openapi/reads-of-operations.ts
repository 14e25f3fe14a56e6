import type { DryRun } from '../../changes/http-request/request-rules.js';
import type { IsRead, RequestTarget } from '../read-rules.js';
import type { Operation } from './operation.js';

type Declared = Pick<Operation, 'method' | 'pathTemplate' | 'reads' | 'rules'>;

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/**
 * Tells the reads among the requests of a document: GET, HEAD, the operations that the operator declared as
 * reads, and dry runs that the document declares. Where several templates fit a path the most literal one decides, as OpenAPI says.
 */
export function readsOfOperations(operations: readonly Declared[]): IsRead {
  const others = operations
    .filter(({ method }) => !SAFE_METHODS.has(method))
    .map(({ method, pathTemplate, reads, rules }) => ({
      ...{ method, reads, dryRun: rules?.dryRun },
      segments: parts(pathTemplate),
    }));
  return (target) => {
    if (SAFE_METHODS.has(target.method)) return true;
    const fitting = others.filter(
      (one) => one.method === target.method && fits(one.segments, target),
    );
    const [best] = fitting.sort((a, b) => literals(b.segments) - literals(a.segments));
    if (best === undefined) return false;
    // Two that fit alike cannot be told apart by the path: both must be reads.
    const alike = fitting.filter((one) => literals(one.segments) === literals(best.segments));
    return alike.every(({ reads, dryRun }) => reads || isDry(target, dryRun));
  };
}

/** Whether the parameter is there once, with the value that makes it a dry run. */
function isDry({ query }: RequestTarget, dryRun: DryRun | undefined): boolean {
  if (dryRun?.declared !== true) return false;
  const given = query.getAll(dryRun.parameter);
  return given.length === 1 && given[0] === dryRun.value;
}

/** A segment as its literal pieces: `{name}.json` is `['', '.json']`, `flags` is `['flags']`. */
type Segment = readonly string[];

function parts(template: string): Segment[] {
  return template.slice(1).split('/').map(literalPieces);
}

function literalPieces(segment: string): Segment {
  return segment.split(/\{[^{}]*\}/);
}

function literals(segments: readonly Segment[]): number {
  return segments.filter(({ length }) => length === 1).length;
}

function fits(template: readonly Segment[], { segments }: RequestTarget): boolean {
  return (
    template.length === segments.length &&
    template.every((pieces, at) => fitsSegment(pieces, segments[at] ?? ''))
  );
}

/** Whether the pieces stand in the segment in their order, the first at its start and the last at its end. */
function fitsSegment(pieces: Segment, segment: string): boolean {
  const [first = '', ...rest] = pieces;
  if (rest.length === 0) return safeDecode(first) === segment;
  if (!segment.startsWith(first)) return false;
  const last = rest.pop() ?? '';
  let from = first.length;
  for (const piece of rest) {
    const at = segment.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return segment.length - last.length >= from && segment.endsWith(last);
}

/** Documents may write a fixed segment encoded. */
function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
