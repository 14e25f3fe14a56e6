import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import type { DrawnProvision } from './knowledge-graph.js';
import { nameOf } from './provisions.js';
import styles from './provision-graph.module.css';

/** A box of the drawing as xyflow holds it. */
export type FlowProvision = Node<{ provision: DrawnProvision }, 'provision'>;

const USES = { read: 'read', named: 'named', near: '' } as const;

/** One provision: how it is cited, what it is called, and whether the answer rests on it. */
export function ProvisionNode({ data: { provision }, selected }: NodeProps<FlowProvision>) {
  const use = USES[provision.use];
  return (
    <div className={`${styles.node} ${styles[provision.use]} ${selected ? styles.selected : ''}`}>
      <Handle
        type="target"
        position={Position.Left}
        isConnectable={false}
        className={styles.handle}
      />
      <p className={styles.cited}>
        {nameOf(provision)} {use !== '' && <span className={styles.use}>{use}</span>}
      </p>{' '}
      <p className={styles.title}>{provision.title}</p>
      <Handle
        type="source"
        position={Position.Right}
        isConnectable={false}
        className={styles.handle}
      />
    </div>
  );
}

/** What a screen reader hears of a box: its words as they stand there, and where the provision is from. */
export function provisionLabel(provision: DrawnProvision): string {
  const words = [nameOf(provision), USES[provision.use], provision.title].filter(Boolean);
  return `${words.join(' ')}, ${provision.document}`;
}
