import { usePreviews } from '../api/queries.js';
import type { PreviewState, PreviewSummary } from '../api/types.js';
import { CHANGE_STATES } from '../changes/change-states.js';
import { changeIcon, changeTitle } from '../changes/change-titles.js';
import { PageLink } from '../changes/page-link.js';
import { href, navigate, useRoute } from '../shell/route.js';
import { ListTools } from '../ui/item-list.js';
import { ContinueInChat, ItemRow, When } from '../ui/item-row.js';
import { ListFrame } from '../ui/list-frame.js';
import { Pager } from '../ui/pager.js';
import { Segments } from '../ui/segments.js';
import { chatWithPreview } from './chat-with-preview.js';
import { pagerOf } from './library-list.js';
import { useListPlace } from './use-list-place.js';
import { rich, t } from '../texts/core.js';
import { formatLocale } from '../texts/texts.js';

/** What was proposed: those that wait for a decision, or all. */
export default function PreviewsList() {
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

function StateBadge({ state }: { state: PreviewState }) {
  const { tone, label } = CHANGE_STATES()[state];
  return <span className={`badge ${tone}`}>{label}</span>;
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
