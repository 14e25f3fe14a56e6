import type { Alignment, Pair } from '../alignment.js';
import type { Content } from '../content.js';
import type { Drawing, Features } from './drawing.js';

/** From here on a word may be short for another, or a part of it. */
const NAMES = 0.62;

/** Whether somebody acts in a sentence where in its sources somebody else does. */
export function measureActors({ pairs, alignment }: Drawing): Features {
  return { swapped: Math.max(0, ...pairs.map((each) => swappedIn(each, alignment))) };
}

function swappedIn(pairs: readonly Pair[], alignment: Alignment): number {
  const [best] = pairs;
  const agent = best?.clause.agent;
  if (best === undefined || agent === undefined) return 0;
  const others = pairs.flatMap(({ given }) => given.agent ?? []);
  const around = pairs.flatMap(({ sentence }) => sentence.clauses);
  const subjects = [
    ...pairs.flatMap(({ given }) => given.subject ?? []),
    ...around.flatMap((clause) => (clause.isAside ? (clause.agent ?? []) : [])),
  ];
  const isSame = (other: Content) => {
    const { strength, isOpposite } = alignment.best(agent, [other]);
    return !isOpposite && strength >= NAMES;
  };
  return others.length === 0 || [...others, ...subjects].some(isSame) ? 0 : best.coverage;
}
