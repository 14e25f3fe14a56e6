import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import {
  CircleCheck,
  CircleDashed,
  CircleSlash,
  CircleX,
  SkipForward,
  TriangleAlert,
} from 'lucide-react';
import { ActionIcon } from './action-icon.js';
import type { GraphNode } from './rule-graph-parts.js';
import { shownLines, type Direction } from './layout.js';
import { MarkBadge } from './mark-badge.js';
import { offWords } from './node-label.js';
import { outcomeWords, type Outcome } from './simulation.js';
import styles from './workflow-node.module.css';

/** A box of the drawing as xyflow holds it. */
export type FlowNode = Node<
  { node: GraphNode; direction: Direction; outcome: Outcome | undefined },
  'workflow'
>;

/** One step of a rule: what it is, what it does, what an update does to it, how a trial went. */
export function WorkflowNode({ data, selected }: NodeProps<FlowNode>) {
  const { node, direction, outcome } = data;
  const classes = [
    styles.node,
    styles[node.kind],
    node.mark && styles[node.mark],
    outcome && styles[OUTCOMES[outcome.state].style],
    selected && styles.selected,
  ];
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <Handle
        type="target"
        position={direction === 'down' ? Position.Top : Position.Left}
        isConnectable={false}
        className={styles.handle}
      />
      <Type node={node} /> <p className={styles.title}>{node.title}</p>{' '}
      {shownLines(node).map((line, at) => (
        <p key={at} className={styles.line}>
          {line}{' '}
        </p>
      ))}
      {outcome !== undefined && <OutcomeBadge outcome={outcome} />}
      <Handle
        type="source"
        position={direction === 'down' ? Position.Bottom : Position.Right}
        isConnectable={false}
        className={styles.handle}
      />
    </div>
  );
}

/** The spaces between words in a box are for those who hear them: on the screen they are gaps. */
function Type({ node }: { node: GraphNode }) {
  const { mark, inactive, problem } = node;
  return (
    <div className={styles.type}>
      <span className={styles.icon}>
        <ActionIcon node={node} />
      </span>
      <span className={styles.typeLabel}>{node.typeLabel}</span>{' '}
      {inactive && <span className={styles.off}>{offWords(node)}</span>}{' '}
      {problem !== undefined && (
        <TriangleAlert className={styles.problem} size={14} role="img" aria-label={problem} />
      )}
      {mark !== undefined && <MarkBadge mark={mark} />}
    </div>
  );
}

const OUTCOMES = {
  fired: { Icon: CircleCheck, style: 'ran' },
  'not fired': { Icon: CircleSlash, style: 'skipped' },
  ran: { Icon: CircleCheck, style: 'ran' },
  failed: { Icon: CircleX, style: 'failed' },
  skipped: { Icon: SkipForward, style: 'skipped' },
  'not reached': { Icon: CircleDashed, style: 'missed' },
} as const;

/** How a trial went at a step: a picture and words. */
export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const { Icon, style } = OUTCOMES[outcome.state];
  return (
    <span className={`${styles.outcome} ${styles[`outcome-${style}`]}`}>
      <Icon size={12} aria-hidden />
      {outcomeWords(outcome)}
    </span>
  );
}
