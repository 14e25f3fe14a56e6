import { Table2, Workflow } from 'lucide-react';
import { useDrafts, type DraftItem } from '../api/library.js';
import { href } from '../shell/route.js';
import { count } from '../ui/format.js';
import { DiscardDraft } from './discard-draft.js';
import { ContinueInChat, ItemRow, When } from '../ui/item-row.js';
import { ListFrame, Pager } from '../ui/list-frame.js';
import { chatWithDraft } from './places.js';
import { useListPlace } from './use-list-place.js';
import styles from './library.module.css';

/** What was begun by chat and not finished. */
export function DraftsList() {
  const place = useListPlace('drafts');
  const drafts = useDrafts(place.page);
  return (
    <>
      <div className={styles.tools}>
        <Pager place={place} total={drafts.data?.total} noun="draft" />
      </div>
      <ListFrame asked={drafts} place={place} empty={<NoDrafts />}>
        {(draft) => (
          <ItemRow
            Icon={draft.kind === 'workflow' ? Workflow : Table2}
            name={draft.name}
            href={href('library', ['drafts', draft.id])}
            about={draft.kind === 'workflow' ? draft.description : draft.changes.join('; ')}
            badges={<span className="badge">{kindWords(draft)}</span>}
            facts={[
              ...sizeOf(draft),
              <When at={draft.updated_at} done="changed" />,
              `kept until ${new Date(draft.expires_at).toLocaleDateString()}`,
            ]}
          >
            <ContinueInChat to={chatWithDraft(draft)} name={draft.name} />
            <DiscardDraft draft={draft} />
          </ItemRow>
        )}
      </ListFrame>
    </>
  );
}

/** What a draft will be, in two words. */
export function kindWords(draft: DraftItem): string {
  if (draft.kind === 'workflow') {
    return draft.workflow_id === undefined ? 'New rule' : 'Change to a rule';
  }
  return draft.config_id === undefined ? 'New table' : 'Change to a table';
}

function sizeOf(draft: DraftItem): string[] {
  if (draft.kind === 'table') return [count(draft.changes.length, 'change')];
  const actions = draft.workflow['actions'];
  return Array.isArray(actions) ? [count(actions.length, 'action')] : [];
}

function NoDrafts() {
  return (
    <p>
      Nothing is half done. A rule that is being built in a <a href={href('chat')}>chat</a>, or a
      table that is being changed, is listed here until you accept its preview.
    </p>
  );
}
