import { BaseEdge, EdgeLabelRenderer, type Edge, type EdgeProps } from '@xyflow/react';
import { defined } from '../../../../src/foundation/defined.js';
import { pathOf, type Direction, type PlacedEdge } from './layout.js';
import { MarkIcon } from './workflow-node.js';
import styles from './workflow-edge.module.css';

/** An arrow of the drawing as xyflow holds it; `taken` is undefined while nothing is tried. */
export type FlowEdge = Edge<
  { placed: PlacedEdge; direction: Direction; taken: boolean | undefined },
  'workflow'
>;

/** The way from one step to the next, with the name of the branch where there are several. */
export function WorkflowEdge({ id, data, markerEnd }: EdgeProps<FlowEdge>) {
  if (data === undefined) return null;
  const { placed, direction, taken } = data;
  const { edge, points, label } = placed;
  const look = lookOf(placed, taken);
  return (
    <>
      <BaseEdge
        id={id}
        path={pathOf(points, direction)}
        {...defined({ markerEnd })}
        className={styles[look] ?? ''}
        interactionWidth={0}
      />
      {(edge.label !== undefined || edge.mark !== undefined) && (
        <EdgeLabelRenderer>
          <span
            className={`${styles.label} ${styles[`label-${look}`] ?? ''}`}
            style={{ transform: `translate(-50%, -50%) translate(${label.x}px, ${label.y}px)` }}
          >
            {edge.mark !== undefined && <MarkIcon mark={edge.mark} />}
            {edge.label}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  );
}

/** How an arrow is drawn: what is wrong first, then the trial, then the update. */
export function lookOf({ edge }: PlacedEdge, taken: boolean | undefined) {
  if (edge.problem !== undefined) return 'problem';
  if (taken === true) return 'taken';
  if (edge.mark !== undefined) return edge.mark;
  return taken === false ? 'left' : 'plain';
}
