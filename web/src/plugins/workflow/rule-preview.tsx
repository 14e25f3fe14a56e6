import { JsonBlock } from '../../ui/json-block.js';
import { readDiff } from './rule-diff.js';
import { RuleGraph } from './rule-graph.js';
import { WhatChanges } from './what-changes.js';
import { HiddenCharacters } from '../../changes/hidden-characters.js';
import type { WorkflowPreviewProps } from '../../changes/props.js';
import styles from './rule-preview.module.css';

/** The proposed rule as a graph and, for a change, what differs from the stored one; an edit is drawn as it is written. */
export default function WorkflowPreview({ data, draft }: WorkflowPreviewProps) {
  const diff = readDiff(data['diff']);
  const rule = draft?.value ?? data.workflow;
  return (
    <>
      <HiddenCharacters found={data.invisible_characters} />
      {diff !== undefined && (
        <section>
          <h3>{draft === undefined ? 'What changes' : 'What changed before your edit'}</h3>
          <WhatChanges diff={diff} />
        </section>
      )}
      <section>
        <h3>{draft === undefined ? 'The rule' : 'The rule as you edit it'}</h3>
        <RuleGraph rule={rule} diff={draft === undefined ? diff : undefined} />
      </section>
      <details className={styles.raw}>
        <summary>The rule as JSON</summary>
        <JsonBlock value={rule} label="The rule as JSON" />
      </details>
    </>
  );
}
