import { FilePen } from 'lucide-react';
import type { DraftItem } from '../api/types.js';
import { draftViewOf } from '../registry/registry.js';
import { href } from '../shell/route.js';
import { ListTools } from '../ui/item-list.js';
import { ContinueInChat, ItemRow, When } from '../ui/item-row.js';
import { ListFrame } from '../ui/list-frame.js';
import { Pager } from '../ui/pager.js';
import { DiscardDraft } from './discard-draft.js';
import { draftTitle, keptUntil } from './draft-titles.js';
import { pagerOf } from './library-list.js';
import { useDrafts } from './queries.js';
import { useListPlace } from './use-list-place.js';
import { rich, t } from '../texts/core.js';

/** What was started by chat and not finished. */
export default function DraftsList() {
  const place = useListPlace('drafts');
  const drafts = useDrafts(place.page);
  return (
    <>
      <ListTools>
        <Pager {...pagerOf(place, drafts.data?.total)} noun={t('draft')} plural={t('drafts')} />
      </ListTools>
      <ListFrame asked={drafts} empty={<NoDrafts />} onFirst={() => place.turn(0)}>
        {(draft) => <DraftRow draft={draft} />}
      </ListFrame>
    </>
  );
}

function DraftRow({ draft }: { draft: DraftItem }) {
  const view = draftViewOf(draft.kind);
  return (
    <ItemRow
      Icon={view?.Icon ?? FilePen}
      name={draft.name}
      href={href('library', ['drafts', draft.id])}
      about={view?.about(draft)}
      badges={<span className="badge">{draftTitle(draft)}</span>}
      facts={[
        ...(view?.facts(draft) ?? []),
        <When at={draft.updated_at} done={t('changed')} />,
        keptUntil(draft),
      ]}
    >
      {view !== undefined && <ContinueInChat to={view.chat(draft)} name={draft.name} />}
      <DiscardDraft draft={draft} />
    </ItemRow>
  );
}

function NoDrafts() {
  return (
    <p>
      {rich(
        'No unfinished drafts. What you start building or changing in a {link} is listed here until you accept its preview.',
        { link: <a href={href('chat')}>{t('chat')}</a> },
      )}
    </p>
  );
}
