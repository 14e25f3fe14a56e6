import { JsonBlock } from '../ui/json-block.js';
import { RuleGraph } from '../workflow/rule-graph.js';
import { readDiff } from '../workflow/rule-diff.js';
import { WhatChanges } from '../workflow/what-changes.js';
import type { WorkflowPreviewProps } from './props.js';
import styles from './workflow-preview.module.css';

/** The proposed rule as a graph and, for a change, what differs from the stored one. */
export default function WorkflowPreview({ data }: WorkflowPreviewProps) {
  const diff = readDiff(data['diff']);
  return (
    <>
      {diff !== undefined && (
        <section>
          <h3>What changes</h3>
          <WhatChanges diff={diff} />
        </section>
      )}
      <section>
        <h3>The rule</h3>
        <RuleGraph rule={data.workflow} diff={diff} />
      </section>
      <details className={styles.raw}>
        <summary>What is sent when you accept, as JSON</summary>
        <JsonBlock value={data.workflow} label="The rule as JSON" />
      </details>
    </>
  );
}
