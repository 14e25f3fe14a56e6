import type { Mark, GraphNode } from './rule-graph-parts.js';
import { t } from './texts.js';
import { shownLines } from './layout.js';
import { outcomeWords, type Outcome } from './simulation.js';
import { title } from '../../ui/value-words.js';

/** What an update does to something, in a word. */
export function markWords(mark: Mark): string {
  return { added: t('added'), removed: t('removed'), changed: t('changed') }[mark];
}

/** What a box says of a step that does nothing. */
export function offWords({ kind }: Pick<GraphNode, 'kind'>): string {
  return kind === 'trigger' ? t('Rule off') : t('Off');
}

/** A box in one sentence, for those who hear it; its words come in the order in which they are seen. */
export function nodeLabel(node: GraphNode, outcome?: Outcome): string {
  const { mark, problem, inactive } = node;
  const what = [
    node.typeLabel,
    ...(inactive ? [offWords(node)] : []),
    ...(mark === undefined ? [] : [title(markWords(mark))]),
  ];
  return [
    `${what.join(', ')}: ${node.title}`,
    ...shownLines(node),
    ...(outcome === undefined ? [] : [outcomeWords(outcome)]),
    ...(problem === undefined ? [] : [problem]),
  ].join('. ');
}
