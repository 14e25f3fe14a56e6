import { usePreview } from '../api/queries.js';
import { changeOf } from '../changes/change.js';
import ChangePanel from '../changes/change-panel.js';
import { href, useRoute } from '../shell/route.js';
import { BackLink } from '../ui/detail.js';
import { ContinueInChat } from '../ui/item-row.js';
import { FailedQuery } from '../ui/notice.js';
import { chatWithPreview } from './chat-with-preview.js';
import { t } from '../texts/core.js';
import styles from './library.module.css';

/** A stored preview with its decision, outside its conversation. */
export default function PreviewPage({ id }: { id: string }) {
  const { data: preview, isError, error, refetch } = usePreview(id);
  const isEditing = useRoute().query.has('edit');
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
