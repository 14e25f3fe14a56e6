import { useRef, useSyncExternalStore } from 'react';
import { Notice } from '../../ui/notice.js';
import { GraphCanvas } from './graph-canvas.js';
import type { RuleGraph } from './rule-graph-parts.js';
import { Inspector } from './inspector.js';
import type { Rule } from './rule.js';
import type { Path } from './simulation.js';
import { TrialPanel } from './trial-panel.js';
import type { Trial } from './use-trial.js';
import { useWidth } from '../../ui/hooks.js';
import { t } from './texts.js';
import styles from './inspector.module.css';

/** From this width on the details stand beside the drawing, which then runs to the right. */
const ROOMY = 1000;
const ASIDE = 352;
/** The least height of a drawing, and the least that a large one may take of a low window. */
const LOW = 180;
const TALL = 320;

interface StageProps {
  rule: Rule;
  graph: RuleGraph;
  path: Path | undefined;
  trial: Trial;
  selected: string | undefined;
  onSelect: (id: string | undefined) => void;
  /** It has the whole window. */
  isLarge: boolean;
}

/** The drawing, what is wrong with it, and beside or below it what was chosen and the trial. */
export function RuleStage({ rule, graph, path, trial, selected, onSelect, isLarge }: StageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const width = useWidth(stage);
  const windowHeight = useWindowHeight();
  const isRoomy = width >= ROOMY;
  const hasChosen = graph.nodes.some(({ id }) => id === selected);
  const hasAside = hasChosen || trial.isOpen;
  const fills = isLarge && (isRoomy || !hasAside);
  const maxHeight = fills ? windowHeight - 150 : windowHeight * 0.52;
  return (
    <>
      {graph.problems.length > 0 && <Problems problems={graph.problems} />}
      <div ref={stage} className={`${styles.stage} ${isRoomy ? styles.roomy : ''}`}>
        <div className={styles.drawing}>
          {width > 0 && (
            <GraphCanvas
              graph={graph}
              path={path}
              selected={selected}
              onSelect={onSelect}
              direction={isRoomy ? 'right' : 'down'}
              width={isRoomy && hasAside ? width - ASIDE : width}
              minHeight={fills ? maxHeight : LOW}
              maxHeight={Math.max(maxHeight, TALL)}
            />
          )}
        </div>
        {hasAside && (
          <div className={styles.aside}>
            <Chosen rule={rule} graph={graph} path={path} selected={selected} onSelect={onSelect} />
            {trial.isOpen && <TrialPanel trial={trial} rule={rule} />}
          </div>
        )}
      </div>
    </>
  );
}

function Chosen({ rule, graph, path, selected, onSelect }: Omit<StageProps, 'trial' | 'isLarge'>) {
  const node = graph.nodes.find(({ id }) => id === selected);
  if (node === undefined) return null;
  return (
    <Inspector
      node={node}
      rule={rule}
      graph={graph}
      outcome={path?.nodes.get(node.id)}
      onClose={() => onSelect(undefined)}
    />
  );
}

function Problems({ problems }: { problems: readonly string[] }) {
  return (
    <Notice tone="warn">
      <ul className={styles.problems} aria-label={t('Problems of the rule')}>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** The height of the window in pixels, also as it changes. */
function useWindowHeight(): number {
  return useSyncExternalStore(subscribe, () => innerHeight);
}

function subscribe(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}
