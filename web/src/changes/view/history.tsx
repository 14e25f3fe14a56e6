import { PAGE_SIZE, usePreviews } from '../../api/queries.js';
import { href, navigate, useRoute } from '../../shell/route.js';
import { ListFrame } from '../../ui/list-frame.js';
import { Pager } from '../../ui/pager.js';
import { ChangeRow } from './change-row.js';
import { rich, t } from '../../texts/core.js';
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
      <h2 className="visually-hidden">{t('History')}</h2>
      <div className={styles.pager}>
        <Pager
          page={page}
          size={PAGE_SIZE}
          total={previews.data?.total}
          onTurn={turn}
          noun={t('change')}
          plural={t('changes')}
        />
      </div>
      <ListFrame
        asked={previews}
        empty={
          <p>
            {rich('Nothing has been proposed yet. Ask for a change in a {link}.', {
              link: <a href={href('chat')}>{t('chat')}</a>,
            })}
          </p>
        }
        onFirst={() => turn(0)}
      >
        {(preview) => <ChangeRow preview={preview} />}
      </ListFrame>
    </>
  );
}
