import { SAID, type Alignment, type Pair } from '../alignment.js';
import { departureOf, isPositive, turned, type Departure, type Mode } from '../modes.js';
import type { Clause } from '../read-clause.js';
import type { Drawing, Features } from './drawing.js';

const WEIGHT: Readonly<Record<Departure, number>> = { none: 0, less: 1, more: 2, turned: 3 };

/** A clause's departure from its source in what is, may and must be, and how much of the clause that source says. */
interface Departed {
  kind: Departure;
  pair: Pair;
}

/** Whether a sentence says of what is, may and must be what its sources say. */
export function measureModes(drawing: Drawing): Features {
  const all = departuresOf(drawing);
  const most = (kind: Departure) =>
    Math.max(
      0,
      ...all
        .filter(({ kind: own, pair }) => own === kind && !pair.clause.isAside)
        .map(({ pair }) => pair.coverage),
    );
  const agreed = all.some(({ kind, pair }) => kind === 'none' && pair.clause.mode !== 'fact');
  return {
    turned: most('turned'),
    turnedAside: Math.max(
      0,
      ...all
        .filter(({ kind, pair }) => kind === 'turned' && pair.clause.isAside && pair.given.isAside)
        .map(({ pair }) => pair.coverage),
    ),
    more: most('more'),
    less: most('less'),
    agreed: agreed ? 1 : 0,
  };
}

/** How each clause departs from its source. */
function departuresOf({ pairs, alignment }: Drawing): Departed[] {
  const all = pairs.flatMap((each) => leastDeparture(each, alignment) ?? []);
  const isExcepted = pairs.some(
    ([best]) =>
      best?.clause.isAside &&
      best.clause.mode === 'fact' &&
      !best.clause.isExcept &&
      best.given.isExcept,
  );
  if (!isExcepted) return all;
  // What holds of the exception is the opposite.
  return all.map((each) => {
    if (each.pair.clause.isAside) return each;
    if (each.kind === 'turned') return { ...each, kind: 'none' };
    return each.kind === 'none' ? { ...each, kind: 'turned' } : each;
  });
}

/** Where several clauses say one nearly as well, the one that agrees with it is meant. */
function leastDeparture(pairs: readonly Pair[], alignment: Alignment): Departed | undefined {
  const all = pairs.map((pair): Departed => {
    const { clause, given, isOpposite } = pair;
    const said = isOpposite ? turned(clause.mode) : clause.mode;
    const kind = departureOf(withLack(said, clause, given), given.mode);
    if (!isOpposite && isFragment(clause)) return { kind: 'none', pair };
    return { kind: isLimited(clause, given, kind, alignment) ? 'none' : kind, pair };
  });
  return all.toSorted((a, b) => WEIGHT[a.kind] - WEIGHT[b.kind])[0];
}

/** Where only one of two says that something is missing, the other one has to deny it. */
function withLack(said: Mode, clause: Clause, given: Clause): Mode {
  if (clause.isLacking === given.isLacking || clause.isAside !== given.isAside) return said;
  return isPositive(said) ? 'not' : 'fact';
}

/** A part of a list, or what a preposition begins, says nothing of its own. */
function isFragment({ mode, verb, isLacking }: Clause): boolean {
  return mode === 'fact' && verb === undefined && !isLacking;
}

/** "Only with a helmet" says that a helmet must be worn; "at most two metres" that they may be as high. */
function isLimited(clause: Clause, given: Clause, kind: Departure, alignment: Alignment): boolean {
  if (kind === 'turned' || kind === 'none') return false;
  const hasMost = clause.values.some(({ bound, isDeadline }) => bound === 'most' && !isDeadline);
  if (kind === 'less') return hasMost || clause.hasOnly;
  const { hasOnly, condition } = given;
  if (!hasOnly) return false;
  if (clause.hasOnly) return true;
  return condition !== undefined && alignment.best(condition, clause.words).strength >= SAID;
}
