import { lazy, Suspense, useState } from 'react';
import type { JsonObject } from '../../../src/foundation/json.js';
import { PREVIEW_STATES } from './preview-states.js';
import { DecisionBar } from './decision-bar.js';
import type { Decision, Draft, PreviewItem } from './props.js';
import { useDraft } from './use-draft.js';
import { useDecision } from './use-decision.js';
import styles from './preview-panel.module.css';

const WorkflowPreview = lazy(() => import('../plugins/workflow/rule-preview.js'));
const EditMarks = lazy(() => import('./edit-marks.js'));
const TablePreview = lazy(() => import('../plugins/tables/table-preview.js'));

/** A whole preview: what is proposed, drawn by the view of its kind, and the decision on it. */
export function PreviewPanel({ item }: { item: PreviewItem }) {
  const decision = useDecision(item.data.preview_id);
  const [edited, setEdited] = useState<JsonObject>();
  const draft = useDraft(item.kind, decision.state === 'waiting' ? edited : undefined);
  return (
    <article className={styles.panel} aria-label={item.data.description}>
      <header className={styles.head}>
        <div className={styles.badges}>
          <span className="badge">{titleOf(item)}</span>
          <StateBadge state={decision.state} />
        </div>
        <h2>{item.data.description}</h2>
      </header>
      <div className={styles.body}>
        <Suspense fallback={<p className="quiet small">Drawing the preview…</p>}>
          {draft && decision.stored && (
            <EditMarks proposed={decision.stored.payload} edited={draft.value} />
          )}
          <View item={item} decision={decision} draft={draft} />
        </Suspense>
      </div>
      <DecisionBar
        decision={decision}
        expiresAt={item.data.expires_at}
        draft={draft}
        onEdit={setEdited}
      />
    </article>
  );
}

/** The registry: which component draws which kind of preview. */
function View({
  item,
  decision,
  draft,
}: {
  item: PreviewItem;
  decision: Decision;
  draft: Draft | undefined;
}) {
  return item.kind === 'workflow_preview' ? (
    <WorkflowPreview data={item.data} decision={decision} draft={draft} />
  ) : (
    <TablePreview data={item.data} decision={decision} draft={draft} />
  );
}

/** What a preview is of, in two words. */
export function titleOf({ kind, data }: PreviewItem): string {
  const what = kind === 'workflow_preview' ? 'rule' : 'table';
  return data.is_update ? `Change to a ${what}` : `New ${what}`;
}

/** Where a preview stands, as a badge. */
export function StateBadge({ state }: { state: Decision['state'] }) {
  const { tone, label } = PREVIEW_STATES[state];
  return <span className={`badge ${tone}`}>{label}</span>;
}
