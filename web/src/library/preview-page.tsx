import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { postJson } from '../api/client.js';
import { keys, usePreview } from '../api/queries.js';
import type { StoredPreview } from '../api/types.js';
import { changeOf } from '../changes/change.js';
import ChangePanel from '../changes/change-panel.js';
import { href, useRoute } from '../shell/route.js';
import { BackLink } from '../ui/detail.js';
import { ContinueInChat } from '../ui/item-row.js';
import { FailedQuery } from '../ui/notice.js';
import { chatWithPreview } from './chat-with-preview.js';
import { t } from '../texts/core.js';
import styles from './library.module.css';

/** An edit that was begun in the library and left is nothing that waits for anybody. */
function useWithdrawal(id: string, isEditing: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isEditing) return;
    return () => {
      const preview = client.getQueryData<StoredPreview>(keys.preview(id));
      if (preview?.state !== 'waiting') return;
      const path = `/v1/agent/previews/${encodeURIComponent(id)}/reject`;
      // It expires where this does not get through.
      postJson(path, { reason: t('The edit was not finished.') })
        .finally(() => client.invalidateQueries({ queryKey: ['previews'] }))
        .catch(() => {});
    };
  }, [client, id, isEditing]);
}

/** A stored preview with its decision, outside its conversation. */
export default function PreviewPage({ id }: { id: string }) {
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
