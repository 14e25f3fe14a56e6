import type { ReactNode } from 'react';
import type { PreviewSummary } from '../../api/client.js';
import { href } from '../../shell/route.js';
import { ItemRow, When } from '../../ui/item-list.js';
import { hasChat } from '../change.js';
import { CHANGE_STATES, changeIcon, changeTitle } from '../change-states.js';
import { PageLink } from '../change-card.js';
import { title } from '../../ui/format.js';
import { t } from '../../texts/texts.js';

/** One change in a list: where it stands, its plan and its chat. */
export function ChangeRow({
  preview,
  children,
}: {
  preview: PreviewSummary;
  /** What else can be done with it. */
  children?: ReactNode;
}) {
  const { id, kind, description, state, source, change_set_id: set, reason } = preview;
  const { label, tone } = CHANGE_STATES()[state];
  return (
    <ItemRow
      Icon={changeIcon(kind)}
      name={description}
      href={href('library', ['previews', id])}
      about={reason === undefined ? undefined : t('Your reason: {reason}', { reason })}
      badges={<span className={`badge ${tone}`}>{label}</span>}
      facts={[
        <bdi>{changeTitle(preview)}</bdi>,
        ...(source === undefined ? [] : [<bdi>{title(source)}</bdi>]),
        <When at={preview.created_at} done={t('proposed')} />,
        ...(preview.decided_at === undefined
          ? []
          : [<When at={preview.decided_at} done={t('decided')} />]),
        ...(preview.edited ? [t('edited by you')] : []),
        ...(preview.target?.url === undefined ? [] : [<PageLink of={preview} />]),
      ]}
    >
      {children}
      {set !== undefined && (
        <a
          className="button"
          href={href('changes', [set])}
          aria-label={t('Plan of: {description}', { description })}
        >
          {t('Plan')}
        </a>
      )}
      {hasChat(preview) && (
        <a
          className="button"
          href={href('chat', [preview.conversation_id])}
          aria-label={t('Chat of: {description}', { description })}
        >
          {t('Chat')}
        </a>
      )}
    </ItemRow>
  );
}
