import { Suspense } from 'react';
import { isGone } from '../api/client.js';
import type { DraftItem } from '../api/types.js';
import { draftViewOf } from '../registry/registry.js';
import { href, navigate } from '../shell/route.js';
import { ContinueInChat, When } from '../ui/item-row.js';
import { JsonBlock } from '../ui/json-block.js';
import { Notice } from '../ui/notice.js';
import { DetailFrame, DetailNotRead } from './detail-frame.js';
import { DiscardDraft } from './discard-draft.js';
import { draftTitle, keptUntil } from './draft-titles.js';
import { useDraft } from './queries.js';
import { t } from '../texts/core.js';

/** A draft as far as it has come. */
export default function DraftPage({ id }: { id: string }) {
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
