import { PAGE_SIZE, usePreviews } from '../../api/queries.js';
import type { PreviewSummary } from '../../api/types.js';
import { href, navigate, useRoute } from '../../shell/route.js';
import { ItemRow, When } from '../../ui/item-row.js';
import { ListFrame } from '../../ui/list-frame.js';
import { Pager } from '../../ui/pager.js';
import { CHANGE_STATES } from '../change-states.js';
import { changeIcon, changeTitle } from '../change-titles.js';
import styles from './changes-page.module.css';

/** The user's changes, the newest first; each leads to its plan where it has one. */
export function History() {
  const asked = Number(useRoute().query.get('page') ?? 1);
  const page = Math.max(0, Math.trunc(asked || 1) - 1);
  const turn = (to: number) =>
    navigate(href('changes', [], to === 0 ? {} : { page: String(to + 1) }));
  const previews = usePreviews(undefined, page);
  return (
    <>
      <h2 className="visually-hidden">History</h2>
      <div className={styles.pager}>
        <Pager
          page={page}
          size={PAGE_SIZE}
          total={previews.data?.total}
          onTurn={turn}
          noun="change"
        />
      </div>
      <ListFrame
        asked={previews}
        empty={
          <p>
            Nothing has been proposed yet. Ask for a change in a <a href={href('chat')}>chat</a>.
          </p>
        }
        onFirst={() => turn(0)}
      >
        {(preview) => <Row preview={preview} />}
      </ListFrame>
    </>
  );
}

function Row({ preview }: { preview: PreviewSummary }) {
  const { id, kind, description, state, source, change_set_id: set, reason } = preview;
  const { label, tone } = CHANGE_STATES[state];
  return (
    <ItemRow
      Icon={changeIcon(kind)}
      name={description}
      href={href('library', ['previews', id])}
      about={reason === undefined ? undefined : `Your reason: ${reason}`}
      badges={<span className={`badge ${tone}`}>{label}</span>}
      facts={[
        changeTitle(preview),
        ...(source === undefined ? [] : [source]),
        <When at={preview.created_at} done="proposed" />,
        ...(preview.decided_at === undefined
          ? []
          : [<When at={preview.decided_at} done="decided" />]),
        ...(preview.edited ? ['edited by you'] : []),
      ]}
    >
      {set !== undefined && (
        <a className="button" href={href('changes', [set])} aria-label={`Plan of: ${description}`}>
          Plan
        </a>
      )}
      <a
        className="button"
        href={href('chat', [preview.conversation_id])}
        aria-label={`Chat of: ${description}`}
      >
        Chat
      </a>
    </ItemRow>
  );
}
