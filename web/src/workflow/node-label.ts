import type { GraphNode } from './graph.js';
import { outcomeWords, type Outcome } from './simulation.js';

/** A box in one sentence, for those who hear it. */
export function nodeLabel(node: GraphNode, outcome?: Outcome): string {
  const { mark, problem, inactive, lines } = node;
  return [
    `${node.typeLabel}: ${node.title}`,
    ...(lines.length === 0 ? [] : [lines.join(' ')]),
    ...(inactive ? ['switched off'] : []),
    ...(mark === undefined ? [] : [mark]),
    ...(problem === undefined ? [] : [problem.replace(/\.$/, '')]),
    ...(outcome === undefined ? [] : [outcomeWords(outcome)]),
  ].join('. ');
}
