import { List, Waypoints } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import type { RunView } from '../../run/run-view.js';
import { Boundary } from '../../ui/boundary.js';
import { Segments } from '../../ui/segments.js';
import { SidePanel, type SidePanelProps } from '../../ui/side-panel.js';
import { findingsOf } from './findings.js';
import { FindingsList } from './findings-list.js';
import { ProvisionText, type Chosen } from './provision-text.js';
import { t } from './texts.js';
import styles from './findings-panel.module.css';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { defined } from '../../../../src/foundation/defined.js';
import { nodeQuery, type WholeProvision } from './api.js';
import { graphOf, withNeighbors, type KnowledgeGraph } from './knowledge-graph.js';
import { lazyPart } from '../../ui/lazy-part.js';

const ProvisionGraph = lazyPart(() => import('./provision-graph.js'));

type Tab = 'found' | 'graph';

/** What the tools found for an answer: as a list, and the provisions it used as a graph. */
export default function FindingsPanel({
  view,
  question,
  provision,
  detail,
  ...panel
}: SidePanelProps & {
  view: RunView;
  question?: string;
  /** Read at first. */
  provision?: number;
  /** The place in it that is marked: "Abs. 2 Satz 1". */
  detail?: string;
}) {
  const [tab, setTab] = useState<Tab>(provision === undefined ? 'found' : 'graph');
  const findings = useMemo(() => findingsOf(view), [view]);
  const { graph, chosen, choose } = useKnowledgeGraph(view, provision);
  const provisions = graph.nodes.length;
  const open = (id: number) => {
    choose(id);
    setTab('graph');
  };
  const head = (
    <>
      {question !== undefined && <p className="quiet small">{question.slice(0, 160)}</p>}
      <Tabs chosen={tab} results={findings.length} provisions={provisions} onChoose={setTab} />
    </>
  );
  const frame = { title: t('Findings'), bodyLabel: t('Findings'), bodyClass: styles.body, head };
  return (
    <SidePanel {...frame} {...panel}>
      {tab === 'found' ? (
        <FindingsList findings={findings} onOpen={open} />
      ) : (
        <>
          <Boundary of={graph}>
            <Suspense fallback={<p className="quiet small">{t('Loading the graph…')}</p>}>
              <ProvisionGraph graph={graph} selected={chosen?.id} onSelect={choose} />
            </Suspense>
          </Boundary>
          <ProvisionText
            chosen={chosen}
            detail={chosen?.id === provision ? detail : undefined}
            graph={graph}
            onChoose={choose}
          />
        </>
      )}
    </SidePanel>
  );
}

function Tabs({
  chosen,
  results,
  provisions,
  onChoose,
}: {
  chosen: Tab;
  results: number;
  provisions: number;
  onChoose: (tab: Tab) => void;
}) {
  return (
    <Segments
      label={t('Show')}
      chosen={chosen}
      choices={{
        found: { label: t('Results ({n})', { n: results }), Icon: List },
        graph: {
          label: t('Graph ({provisions})', { provisions }),
          Icon: Waypoints,
          disabled: provisions === 0,
        },
      }}
      onChoose={onChoose}
    />
  );
}

/** The provisions an answer used, with the neighbours of each that was chosen since; `first` is chosen from the start. */
function useKnowledgeGraph(
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
