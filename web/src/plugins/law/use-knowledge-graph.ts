import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { defined } from '../../../../src/foundation/defined.js';
import { nodeQuery, type WholeProvision } from './api.js';
import type { RunView } from '../../run/run-view.js';
import { graphOf, withNeighbors, type KnowledgeGraph } from './knowledge-graph.js';
import type { Chosen } from './provision-text.js';

/** The provisions an answer used, with the neighbours of each that was chosen since; `first` is chosen from the start. */
export function useKnowledgeGraph(
  view: RunView,
  first?: number,
): {
  graph: KnowledgeGraph;
  chosen: Chosen | undefined;
  choose: (id: number) => void;
} {
  /** In the order they were last chosen. */
  const [opened, setOpened] = useState<readonly number[]>(first === undefined ? [] : [first]);
  const used = useMemo(() => graphOf(view), [view]);
  const { wholes, latest } = useQueries({ queries: opened.map(nodeQuery), combine });
  const graph = useMemo(() => wholes.reduce(expanded, used), [wholes, used]);
  const id = opened.at(-1);
  return {
    graph,
    chosen: id === undefined ? undefined : { id, ...latest },
    choose: (chosen) => setOpened((before) => [...before.filter((one) => one !== chosen), chosen]),
  };
}

function combine(answers: UseQueryResult<WholeProvision>[]) {
  const last = answers.at(-1);
  return {
    wholes: answers.flatMap(({ data }) => data ?? []),
    latest: defined({ whole: last?.data || undefined, error: last?.error || undefined }),
  };
}

/** One that was only listed comes into the drawing when it is chosen. */
function expanded(graph: KnowledgeGraph, whole: WholeProvision): KnowledgeGraph {
  const isThere = graph.nodes.some(({ id }) => id === whole.id);
  const nodes = isThere ? graph.nodes : [...graph.nodes, { ...whole, use: 'near' as const }];
  return withNeighbors({ ...graph, nodes }, whole);
}
