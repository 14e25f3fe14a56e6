import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { usePreviews, keys, usePreview } from '../api/queries.js';
import { type PreviewSummary, postJson, type StoredPreview } from '../api/client.js';
import { changeIcon, changeTitle } from '../changes/change-states.js';
import { PageLink, StateBadge } from '../changes/change-card.js';
import { href, navigate, useRoute } from '../shell/route.js';
import { ListTools, ContinueInChat, ItemRow, When, Pager } from '../ui/item-list.js';
import { ListFrame, BackLink } from '../ui/frames.js';
import { Segments } from '../ui/controls.js';
import { rich, t, formatLocale } from '../texts/texts.js';
import { changeOf } from '../changes/change.js';
import ChangePanel from '../changes/change-panel.js';
import { FailedQuery } from '../ui/notice.js';
import { pagerOf, useListPlace } from './library-list.js';
import styles from './library.module.css';
import { chatWithPreview } from './queries.js';

/** What was proposed: those that wait for a decision, or all. */
export function PreviewsList() {
  const all = useRoute().query.get('state') === 'all';
  const place = useListPlace('previews', all ? { state: 'all' } : {});
  const previews = usePreviews(all ? undefined : 'waiting', place.page);
  const show = (state: 'waiting' | 'all') =>
    navigate(href('library', ['previews'], state === 'all' ? { state } : {}), { replace: true });
  return (
    <>
      <ListTools>
        <Segments
          label={t('Which previews')}
          chosen={all ? 'all' : 'waiting'}
          choices={{ waiting: { label: t('Waiting for you') }, all: { label: t('All') } }}
          onChoose={show}
        />
        <Pager
          {...pagerOf(place, previews.data?.total)}
          noun={t('preview')}
          plural={t('previews')}
        />
      </ListTools>
      <ListFrame asked={previews} empty={<NoPreviews all={all} />} onFirst={() => place.turn(0)}>
        {(preview) => <PreviewRow preview={preview} />}
      </ListFrame>
    </>
  );
}

function PreviewRow({ preview }: { preview: PreviewSummary }) {
  const { id, kind, description, reason, state } = preview;
  return (
    <ItemRow
      Icon={changeIcon(kind)}
      name={description}
      href={href('library', ['previews', id])}
      about={reason === undefined ? undefined : t('Your reason: {reason}', { reason })}
      badges={<StateBadge state={state} />}
      facts={factsOf(preview)}
    >
      <ContinueInChat to={chatWithPreview(preview)} name={description} />
    </ItemRow>
  );
}

function factsOf(preview: PreviewSummary) {
  const until = new Date(preview.expires_at).toLocaleString(formatLocale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return [
    changeTitle(preview),
    <When at={preview.created_at} done={t('proposed')} />,
    ...(preview.decided_at === undefined
      ? []
      : [<When at={preview.decided_at} done={t('decided')} />]),
    ...(preview.state === 'waiting' ? [t('expires {until}', { until })] : []),
    ...(preview.edited ? [t('edited by you')] : []),
    ...(preview.target?.url === undefined ? [] : [<PageLink of={preview} />]),
  ];
}

function NoPreviews({ all }: { all: boolean }) {
  if (all) {
    return (
      <p>
        {rich('Nothing has been proposed yet. Ask for a change in a {link}.', {
          link: <a href={href('chat')}>{t('chat')}</a>,
        })}
      </p>
    );
  }
  return <p>{t('Nothing is waiting for your decision.')}</p>;
}

/** An edit that was begun in the library and left is nothing that waits for anybody. */
function useWithdrawal(id: string, isEditing: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isEditing) return;
    return () => {
      const preview = client.getQueryData<StoredPreview>(keys.preview(id));
      if (preview?.state !== 'waiting') return;
      const path = `/v1/agent/previews/${encodeURIComponent(id)}/reject`;
      const lookAgain = () => client.invalidateQueries({ queryKey: ['previews'] });
      // It expires where this does not get through.
      postJson(path, { reason: t('The edit was not finished.') })
        .then(lookAgain, lookAgain)
        .catch(() => {});
    };
  }, [client, id, isEditing]);
}

/** A stored preview with its decision, outside its conversation. */
export function PreviewPage({ id }: { id: string }) {
  const { data: preview, isError, error, refetch } = usePreview(id);
  const isEditing = useRoute().query.has('edit');
  useWithdrawal(id, isEditing);
  return (
    <div className={styles.preview}>
      <h1 className="visually-hidden">{t('Preview')}</h1>
      <div className={styles.previewBar}>
        <BackLink to={href('library', ['previews'])} label={t('Previews')} />
        {preview !== undefined && (
          <ContinueInChat to={chatWithPreview(preview)} name={preview.description} />
        )}
      </div>
      {isError && preview === undefined && <FailedQuery error={error} again={refetch} />}
      {preview !== undefined && (
        <div className={`card ${styles.previewBody}`}>
          <ChangePanel change={changeOf(preview)} isEditing={isEditing} />
        </div>
      )}
    </div>
  );
}
