import { lazy, Suspense } from 'react';
import { isGone } from '../api/client.js';
import { useDraft, type DraftItem } from '../api/library.js';
import { href, navigate } from '../shell/route.js';
import { asTableConfig } from '../plugins/tables/table-columns.js';
import { TableView } from '../plugins/tables/table-view.js';
import { JsonBlock } from '../ui/json-block.js';
import { FailedQuery, Notice } from '../ui/notice.js';
import { DetailFrame } from './detail-frame.js';
import { DiscardDraft } from './discard-draft.js';
import { kindWords } from './drafts-list.js';
import { ContinueInChat, When } from '../ui/item-row.js';
import { chatWithDraft } from './places.js';
import styles from './library.module.css';

/** Drafts of tables need no graph. */
const RuleGraph = lazy(async () => ({
  default: (await import('../plugins/workflow/rule-graph.js')).RuleGraph,
}));

/** A draft as far as it has come. */
export default function DraftPage({ id }: { id: string }) {
  const { data: draft, isError, error, refetch } = useDraft(id);
  if (draft === undefined || isGone(error)) {
    return (
      <DetailFrame list="drafts" title="Draft">
        {isError ? (
          isGone(error) ? (
            <Notice>
              This draft is no longer there: it was finished, discarded, or its time is over.
            </Notice>
          ) : (
            <FailedQuery error={error} again={refetch} />
          )
        ) : (
          <p className="quiet">Loading…</p>
        )}
      </DetailFrame>
    );
  }
  return (
    <DetailFrame
      list="drafts"
      title={draft.name}
      about={draft.kind === 'workflow' ? draft.description : undefined}
      facts={[
        <span className="badge">{kindWords(draft)}</span>,
        <When at={draft.updated_at} done="changed" />,
        `kept until ${new Date(draft.expires_at).toLocaleDateString()}`,
      ]}
      actions={
        <>
          <ContinueInChat to={chatWithDraft(draft)} name={draft.name} />
          <DiscardDraft draft={draft} onGone={() => navigate(href('library', ['drafts']))} />
        </>
      }
    >
      <Content draft={draft} />
    </DetailFrame>
  );
}

function Content({ draft }: { draft: DraftItem }) {
  if (draft.kind === 'workflow') return <RuleDraft draft={draft} />;
  const config = asTableConfig(draft.config);
  return (
    <>
      {draft.changes.length > 0 && (
        <section>
          <h2>Changed so far</h2>
          <ul>
            {draft.changes.map((change, index) => (
              <li key={index}>{change}</li>
            ))}
          </ul>
        </section>
      )}
      {config === undefined ? (
        <JsonBlock value={draft.config} label="The table as JSON" />
      ) : (
        <TableView config={config} title={draft.name} heading="h2" />
      )}
    </>
  );
}

function RuleDraft({ draft: { workflow } }: { draft: Extract<DraftItem, { kind: 'workflow' }> }) {
  return (
    <>
      <section>
        <h2>So far</h2>
        <Suspense fallback={<p className="quiet">Drawing the rule…</p>}>
          <RuleGraph rule={workflow} />
        </Suspense>
      </section>
      <details className={styles.raw}>
        <summary>As JSON</summary>
        <JsonBlock value={workflow} label="The draft as JSON" />
      </details>
    </>
  );
}
