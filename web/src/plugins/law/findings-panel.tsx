import { List, Waypoints, Check, CircleHelp, CircleStop, LoaderCircle, X } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import type { RunView } from '../../run/run-view.js';
import { Boundary, lazyPart } from '../../ui/lazy-part.js';
import { Segments } from '../../ui/controls.js';
import { SidePanel, type SidePanelProps } from '../../ui/beside.js';
import { defined } from '../../../../src/foundation/defined.js';
import { title } from '../../ui/format.js';
import { safeLink } from '../../chat/safe-link.js';
import { findingsOf, type Finding, type FoundItem } from './findings.js';
import { ProvisionText, type Chosen } from './provision-text.js';
import { t } from './texts.js';
import { nodeQuery, type WholeProvision, type Provision, nameOf } from './provisions.js';
import { graphOf, withNeighbors, type KnowledgeGraph } from './knowledge-graph.js';
import styles from './findings-panel.module.css';

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

const ICONS = {
  running: LoaderCircle,
  done: Check,
  failed: X,
  stopped: CircleStop,
  unknown: CircleHelp,
} as const;
/** The rest of a long list is a click away in the step itself. */
const SHOWN = 8;

/** The results of an answer's tools in the order they were asked; a provision opens in the graph. */
function FindingsList({
  findings,
  onOpen,
}: {
  findings: readonly Finding[];
  onOpen: (id: number) => void;
}) {
  return (
    <ol className={styles.list}>
      {findings.map((finding) => (
        <li key={finding.id} className={`card ${styles.finding} ${styles[finding.state]}`}>
          <Head finding={finding} />
          {finding.provisions.length > 0 && (
            <ul className={styles.items}>
              {finding.provisions.slice(0, SHOWN).map((provision) => (
                <li key={provision.id}>
                  <ProvisionButton provision={provision} onOpen={onOpen} />
                </li>
              ))}
            </ul>
          )}
          {finding.items.length > 0 && (
            <ul className={styles.items}>
              {finding.items.slice(0, SHOWN).map((item, at) => (
                <li key={at}>
                  <Item item={item} />
                </li>
              ))}
            </ul>
          )}
          <More count={Math.max(finding.provisions.length, finding.items.length) - SHOWN} />
        </li>
      ))}
    </ol>
  );
}

function Head({ finding }: { finding: Finding }) {
  const Icon = ICONS[finding.state];
  return (
    <div className={styles.head}>
      <Icon
        size={14}
        role="img"
        aria-label={finding.state}
        className={finding.state === 'running' ? 'spin' : undefined}
      />
      <span className={styles.tool}>{title(finding.tool)}</span>
      {finding.asked !== '' && <span className={styles.asked}>{finding.asked}</span>}
      <span className={styles.summary}>{finding.summary}</span>
    </div>
  );
}

function ProvisionButton({
  provision,
  onOpen,
}: {
  provision: Provision;
  onOpen: (id: number) => void;
}) {
  return (
    <button type="button" className={styles.item} onClick={() => onOpen(provision.id)}>
      <span className={styles.name}>{nameOf(provision)}</span>{' '}
      <span className="quiet">{provision.title}</span>
    </button>
  );
}

function Item({ item: { title, line, url } }: { item: FoundItem }) {
  const link = safeLink(url);
  return (
    <p className={styles.item}>
      {link === undefined ? (
        <span className={styles.name}>{title}</span>
      ) : (
        <a href={link.href} target="_blank" rel="noopener noreferrer nofollow">
          {title}
        </a>
      )}
      {link?.host !== undefined && <span className="quiet"> ({link.host})</span>}{' '}
      <span className="quiet">{line}</span>
    </p>
  );
}

function More({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <p className="quiet small">
      {t('and {count} more: open the step in the chat to see them', { count })}
    </p>
  );
}
