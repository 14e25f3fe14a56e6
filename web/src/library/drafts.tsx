import { FilePen } from 'lucide-react';
import { Suspense } from 'react';
import { type DraftItem, isGone } from '../api/client.js';
import { draftViewOf } from '../registry/registry.js';
import { href, navigate } from '../shell/route.js';
import { ListTools, ContinueInChat, ItemRow, When, Pager } from '../ui/item-list.js';
import { ListFrame } from '../ui/frames.js';
import { rich, t, formatLocale } from '../texts/texts.js';
import { JsonBlock } from '../ui/values.js';
import { Notice } from '../ui/notice.js';
import { ConfirmedButton } from '../ui/sheet.js';
import { title } from '../ui/format.js';
import { pagerOf, useListPlace } from './library-list.js';
import { useDrafts, useDraft, useDeleteDraft } from './queries.js';
import { DetailFrame, DetailNotRead } from './detail-frame.js';

/** What was started by chat and not finished. */
export function DraftsList() {
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

/** A draft as far as it has come. */
export function DraftPage({ id }: { id: string }) {
  const asked = useDraft(id);
  const { data: draft, error } = asked;
  if (isGone(error)) {
    return (
      <DetailFrame list="drafts" title={t('Draft')}>
        <Notice>
          {t('This draft no longer exists: it was finished, discarded, or has expired.')}
        </Notice>
      </DetailFrame>
    );
  }
  if (draft === undefined) return <DetailNotRead list="drafts" title={t('Draft')} asked={asked} />;
  const view = draftViewOf(draft.kind);
  return (
    <DetailFrame
      list="drafts"
      title={draft.name}
      facts={[
        <span className="badge">{draftTitle(draft)}</span>,
        <When at={draft.updated_at} done={t('changed')} />,
        keptUntil(draft),
      ]}
      actions={
        <>
          {view !== undefined && <ContinueInChat to={view.chat(draft)} name={draft.name} />}
          <DiscardDraft draft={draft} onGone={() => navigate(href('library', ['drafts']))} />
        </>
      }
    >
      <Content draft={draft} />
    </DetailFrame>
  );
}

function Content({ draft }: { draft: DraftItem }) {
  const View = draftViewOf(draft.kind)?.View;
  if (View === undefined) return <JsonBlock value={draft} label={t('The draft as JSON')} />;
  return (
    <Suspense fallback={<p className="quiet">{t('Loading the draft…')}</p>}>
      <View draft={draft} />
    </Suspense>
  );
}

/** Throws a draft away once that was confirmed. */
function DiscardDraft({ draft, onGone }: { draft: DraftItem; onGone?: () => void }) {
  const discard = useDeleteDraft();
  return (
    <ConfirmedButton
      verb={t('Discard')}
      name={draft.name}
      question={t('Discard this draft?')}
      remove={() => discard(draft.id).then(() => onGone?.())}
    >
      {t('“{name}” will be deleted. Nothing that is already saved changes.', { name: draft.name })}
    </ConfirmedButton>
  );
}

/** What a draft will be, in a few words. */
function draftTitle(draft: DraftItem): string {
  const view = draftViewOf(draft.kind);
  if (view === undefined) return title(draft.kind);
  return view.isUpdate(draft)
    ? t('Change to a {noun}', { noun: view.noun })
    : t('New {noun}', { noun: view.noun });
}

/** Until when it is kept. */
function keptUntil({ expires_at: at }: DraftItem): string {
  return t('kept until {toLocaleDateString}', {
    toLocaleDateString: new Date(at).toLocaleDateString(formatLocale),
  });
}
