import { useMutation } from '@tanstack/react-query';
import { writeJson } from '../../../src/foundation/exact-json.js';
import { namedText } from '../../../src/foundation/invisible.js';
import { messageOf, postJson, type StoredPreview } from '../api/client.js';
import { t } from '../texts/texts.js';
import { sideWords, stepsTo } from '../ui/format.js';
import { Notice } from '../ui/notice.js';
import styles from './change-panel.module.css';

/** What of an accepted change is stored otherwise than was accepted, or that this could not be seen. */
export function StoredNotes({
  stored: { stored_otherwise: fields = [], stored_unread: unread },
}: {
  stored: Pick<StoredPreview, 'stored_otherwise' | 'stored_unread'>;
}) {
  if (unread !== undefined)
    return (
      <Notice>
        <p>
          {t('Whether it is stored as you accepted it could not be read.')}{' '}
          <span className="quiet">{unread}</span>
        </p>
      </Notice>
    );
  if (fields.length === 0) return null;
  return (
    <Notice tone="warn">
      <div>
        <p>{t('Accepted, and right after it the backend shows this otherwise:')}</p>
        <ul>
          {fields.map(({ path, accepted, stored }) => (
            <li key={path} className={styles.exact}>
              {path === '/exists' ? (
                stored === true ? (
                  t('It can still be read.')
                ) : (
                  t('It cannot be read.')
                )
              ) : (
                <>
                  <code>{stepsTo(path).join('.')}</code>:{' '}
                  <del>{namedText(sideWords(accepted))}</del> →{' '}
                  <ins>{namedText(sideWords(stored))}</ins>
                </>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Notice>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value ?? null);
}

/** What the backend answered and is hidden as a secret; shown here alone, to whom asks, and kept nowhere on the page. */
export function HiddenAnswer({
  preview: { id, result_masked: places = [] },
}: {
  preview: StoredPreview;
}) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      postJson<StoredPreview>(`/v1/agent/previews/${encodeURIComponent(id)}/accept`, {
        with_secrets: true,
      }),
    gcTime: 0,
  });
  if (places.length === 0) return null;
  return (
    <Notice>
      <div>
        <p>
          {t('The answer has secrets. They are hidden, and the model does not get them.')}{' '}
          {t('A new one is often shown only once: keep it in a safe place.')}
        </p>
        {data === undefined ? (
          <button type="button" className="button" disabled={isPending} onClick={() => mutate()}>
            {t('Show what is hidden')}
          </button>
        ) : (
          <ul>
            {places.map((place) => (
              <li key={place} className={styles.exact}>
                <code>{stepsTo(place).join('.')}</code>:{' '}
                <code>{textOf(data.secrets?.[place])}</code>
              </li>
            ))}
          </ul>
        )}
        {error !== null && <p>{messageOf(error)}</p>}
      </div>
    </Notice>
  );
}
