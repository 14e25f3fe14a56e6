import { Table2, Workflow } from 'lucide-react';
import { usePreviews } from '../api/queries.js';
import type { PreviewState, PreviewSummary } from '../api/types.js';
import { PREVIEW_STATES } from '../changes/preview-states.js';
import { href, navigate, useRoute } from '../shell/route.js';
import { ContinueInChat, ItemRow, When } from '../ui/item-row.js';
import { ListFrame, Pager } from '../ui/list-frame.js';
import { chatWithPreview } from './places.js';
import { useListPlace } from './use-list-place.js';
import styles from './library.module.css';

/** What was proposed: those that wait for a decision, or all. */
export function PreviewsList() {
  const all = useRoute().query.get('state') === 'all';
  const place = useListPlace('previews', all ? { state: 'all' } : {});
  const previews = usePreviews(all ? undefined : 'waiting', place.page);
  const show = (state?: string) =>
    navigate(href('library', ['previews'], state === undefined ? {} : { state }), {
      replace: true,
    });
  return (
    <>
      <div className={styles.tools}>
        <div role="group" aria-label="Which previews" className={styles.switch}>
          <button type="button" className="button" aria-pressed={!all} onClick={() => show()}>
            Waiting for you
          </button>
          <button type="button" className="button" aria-pressed={all} onClick={() => show('all')}>
            All
          </button>
        </div>
        <Pager place={place} total={previews.data?.total} noun="preview" />
      </div>
      <ListFrame asked={previews} place={place} empty={<NoPreviews all={all} />}>
        {(preview) => (
          <ItemRow
            Icon={preview.kind === 'workflow_preview' ? Workflow : Table2}
            name={preview.description}
            href={href('library', ['previews', preview.id])}
            about={preview.reason === undefined ? undefined : `Your reason: ${preview.reason}`}
            badges={<StateBadge state={preview.state} />}
            facts={factsOf(preview)}
          >
            <ContinueInChat to={chatWithPreview(preview)} name={preview.description} />
          </ItemRow>
        )}
      </ListFrame>
    </>
  );
}

function StateBadge({ state }: { state: PreviewState }) {
  const { tone, label } = PREVIEW_STATES[state];
  return <span className={`badge ${tone}`}>{label}</span>;
}

function factsOf(preview: PreviewSummary) {
  const what = preview.kind === 'workflow_preview' ? 'rule' : 'table';
  const until = new Date(preview.expires_at).toLocaleString(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return [
    preview.is_update ? `change to a ${what}` : `new ${what}`,
    <When at={preview.created_at} done="proposed" />,
    ...(preview.decided_at === undefined ? [] : [<When at={preview.decided_at} done="decided" />]),
    ...(preview.state === 'waiting' ? [`until ${until}`] : []),
    ...(preview.edited ? ['edited by you'] : []),
  ];
}

function NoPreviews({ all }: { all: boolean }) {
  if (all) {
    return (
      <p>
        Nothing has been proposed yet. Ask for a change in a <a href={href('chat')}>chat</a>.
      </p>
    );
  }
  return <p>Nothing waits for your decision.</p>;
}
