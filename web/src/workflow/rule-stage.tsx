import { useRef } from 'react';
import { Notice } from '../ui/notice.js';
import { useMedia } from '../ui/use-media.js';
import { GraphCanvas } from './graph-canvas.js';
import type { RuleGraph } from './graph.js';
import { Inspector } from './inspector.js';
import type { Rule } from './rule.js';
import type { Path } from './simulation.js';
import { TrialPanel } from './trial-panel.js';
import type { Trial } from './use-trial.js';
import { useWidth } from './use-width.js';
import styles from './rule-graph.module.css';

/** From this width on the details stand beside the drawing, which then runs to the right. */
const ROOMY = 1000;
const ASIDE = 340;

/** The drawing, what is wrong with it, and beside or below it what was chosen and the trial. */
export function RuleStage({
  rule,
  graph,
  path,
  trial,
  selected,
  onSelect,
  isLarge,
}: {
  rule: Rule;
  graph: RuleGraph;
  path: Path | undefined;
  trial: Trial;
  selected: string | undefined;
  onSelect: (id: string | undefined) => void;
  /** It has the whole window. */
  isLarge: boolean;
}) {
  const stage = useRef<HTMLDivElement>(null);
  const width = useWidth(stage);
  const isTall = useMedia('(min-height: 46rem)');
  const node = graph.nodes.find(({ id }) => id === selected);
  const isRoomy = width >= ROOMY;
  const hasAside = node !== undefined || trial.isOpen;
  return (
    <div ref={stage} className={`${styles.stage} ${isRoomy ? styles.roomy : ''}`}>
      {graph.problems.length > 0 && <Problems problems={graph.problems} />}
      {width > 0 && (
        <GraphCanvas
          graph={graph}
          path={path}
          selected={selected}
          onSelect={onSelect}
          width={isRoomy && hasAside ? width - ASIDE : width}
          maxHeight={heightOf(isLarge, isTall)}
        />
      )}
      {hasAside && (
        <div className={styles.aside}>
          {node !== undefined && (
            <Inspector
              node={node}
              rule={rule}
              graph={graph}
              outcome={path?.nodes.get(node.id)}
              onClose={() => onSelect(undefined)}
            />
          )}
          {trial.isOpen && <TrialPanel trial={trial} rule={rule} />}
        </div>
      )}
    </div>
  );
}

/** The most of the window's height that the drawing takes, so that what stands below it can be seen. */
function heightOf(isLarge: boolean, isTall: boolean): number {
  if (isLarge) return isTall ? 640 : 440;
  return isTall ? 480 : 340;
}

function Problems({ problems }: { problems: readonly string[] }) {
  return (
    <Notice tone="warn">
      <ul className={styles.problems} aria-label="Problems of the rule">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Notice>
  );
}
