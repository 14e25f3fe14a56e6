import type { Features } from './features/drawing.js';
import type { Objection } from './verdict.js';
import { weights } from './weights.js';

/** From here on a statement counts as said, */
const SIGNED = 0.75;
/** below this as not said; between the two it is doubted. */
const REFUSED = 0.3;
/** A clause that its source says nearly whole contradicts it where it departs from it. */
const NEARLY_WHOLE = 0.8;
/** A statement with fewer of its words in the source is about something else. */
const LEAST_COVERED = 0.4;

/** What contradicts a source whatever else agrees with it. */
const CONTRADICTIONS: readonly [name: string, from: number][] = [
  ['valueMissing', 1],
  ['otherSide', 1],
  ['sideTurned', 1],
  ['timeTurned', 1],
  ['even', 1],
  ['turned', NEARLY_WHOLE],
  ['more', NEARLY_WHOLE],
  ['less', NEARLY_WHOLE],
  ['swapped', NEARLY_WHOLE],
];

/** What becomes of a statement. */
export type Standing = 'signed' | 'doubted' | 'refused';

/** What becomes of a statement with these measures. */
export function standingOf(features: Features, by: typeof weights = weights): Standing {
  if (contradictionOf(features) !== undefined || (features.coverage ?? 0) < LEAST_COVERED)
    return 'refused';
  const sureness = surenessOf(features, by);
  if (sureness >= SIGNED) return 'signed';
  return sureness >= REFUSED ? 'doubted' : 'refused';
}

function contradictionOf(features: Features): string | undefined {
  return CONTRADICTIONS.find(([name, from]) => (features[name] ?? 0) >= from)?.[0];
}

/** How sure it is, from 0 to 1, that a statement with these measures follows. */
export function surenessOf(features: Features, by: typeof weights = weights): number {
  let sum = by.bias ?? 0;
  for (const [name, value] of Object.entries(features)) sum += (by[name] ?? 0) * value;
  return 1 / (1 + Math.exp(-sum));
}

/** What a measure says against a statement, to a reader. */
const OBJECTIONS: Readonly<Record<string, Objection>> = {
  valueMissing: 'number',
  otherSide: 'number',
  sideTurned: 'number',
  elsewhere: 'number',
  anchor: 'date',
  timeTurned: 'date',
  turned: 'negation',
  turnedAside: 'negation',
  negationAdded: 'negation',
  negationOdd: 'negation',
  more: 'modality',
  less: 'modality',
  even: 'scope',
  wider: 'scope',
  onlyDropped: 'scope',
  conditionDropped: 'scope',
  missingActor: 'actor',
  swapped: 'actor',
};

/** What speaks most against a statement with these measures. */
export function objectionTo(features: Features): Objection {
  const contradiction = contradictionOf(features);
  if (contradiction !== undefined) return OBJECTIONS[contradiction] ?? 'words';
  const sums = new Map<Objection, number>();
  for (const [name, value] of Object.entries(features)) {
    const against = -(weights[name] ?? 0) * value;
    const objection = OBJECTIONS[name] ?? 'words';
    const counts = objection !== 'words' || /^(?:missing|thin|replaced)/.test(name);
    if (counts) sums.set(objection, (sums.get(objection) ?? 0) + against);
  }
  const [most] = [...sums].toSorted((a, b) => b[1] - a[1]);
  return most?.[0] ?? 'words';
}
