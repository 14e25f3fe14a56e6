import type { DryRun } from '../../changes/http-request/request-rules.js';
import { percentDecoded } from '../../../foundation/parse-url.js';
import { hasOnly, SAFE_METHODS, type IsRead, type RequestTarget } from '../read-rules.js';
import { readPathKey } from './document/path-key.js';
import type { Operation } from './operation.js';

export type OperationsOfTarget<T = Operation> = (target: RequestTarget) => readonly T[];

/** Reads are safe methods, operations declared as reads by the operator, and dry runs declared by the document. */
export function readsOfOperations(
  fitting: OperationsOfTarget<Pick<Operation, 'reads' | 'rules'>>,
): IsRead {
  return (target) => {
    if (SAFE_METHODS.has(target.method)) return true;
    const alike = fitting(target);
    const isDry = (dryRun: DryRun | undefined) =>
      dryRun?.declared === true && hasOnly(target.query, dryRun.parameter, dryRun.value);
    // Several that fit alike cannot be told apart: all must be reads.
    return alike.length > 0 && alike.every(({ reads, rules }) => reads || isDry(rules?.dryRun));
  };
}

/** Step by step. Of several templates that fit the most literal decides, as OpenAPI says; so does a query in its key. */
export function* operationsOfTarget<T extends Pick<Operation, 'method' | 'pathTemplate'>>(
  operations: readonly T[],
): Generator<undefined, OperationsOfTarget<T>> {
  const known: { operation: T; segments: Segment[]; fixed: URLSearchParams; rank: number }[] = [];
  for (const operation of operations) {
    const { path, query } = readPathKey(operation.pathTemplate);
    const fixed = new URLSearchParams(query.filter((pair) => !pair.includes('{')).join('&'));
    const segments = path.slice(1).split('/').map(piecesOf);
    // The path decides first: a server may look at the query of the one that it found only.
    const rank = segments.filter(({ length }) => length === 1).length * 1000 + fixed.size;
    known.push({ operation, segments, fixed, rank });
    yield;
  }
  return (target) => {
    const fitting = known.filter(
      ({ operation, segments, fixed }) =>
        operation.method === target.method &&
        segments.length === target.segments.length &&
        segments.every((pieces, at) => fitsSegment(pieces, target.segments[at] ?? '')) &&
        [...fixed].every(([name, value]) => hasOnly(target.query, name, value)),
    );
    const best = Math.max(...fitting.map(({ rank }) => rank));
    return fitting.filter(({ rank }) => rank === best).map(({ operation }) => operation);
  };
}

/** A segment as its literal pieces: `{name}.json` is `['', '.json']`, `flags` is `['flags']`. */
type Segment = readonly string[];

const piecesOf = (segment: string): Segment => segment.split(/\{[^{}]*\}/).map(percentDecoded);

/** Whether the pieces stand in the segment in their order, the first at its start and the last at its end. */
function fitsSegment(pieces: Segment, segment: string): boolean {
  const [first = '', ...rest] = pieces;
  if (rest.length === 0) return first === segment;
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
