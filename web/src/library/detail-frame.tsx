import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { libraryTabs } from '../registry/registry.js';
import { href } from '../shell/route.js';
import { Detail } from '../ui/frames.js';
import { Facts, ItemList } from '../ui/item-list.js';
import { FailedQuery } from '../ui/notice.js';
import { t } from '../texts/texts.js';
import { getJson, type Page, type PreviewSummary } from '../api/client.js';
import { keys } from '../api/queries.js';
import { UndoButton } from '../changes/change-card.js';
import { ChangeRow } from '../changes/view/change-row.js';
import { writeJson } from '../../../src/foundation/exact-json.js';
import { saveFile } from '../ui/outside.js';
import styles from './library.module.css';

/** One thing of the library: the way back to its list, its name, what can be done, and itself. */
export function DetailFrame({
  list,
  title,
  about,
  facts,
  actions,
  children,
}: {
  list: string;
  title: string;
  about?: string | undefined;
  facts?: readonly ReactNode[];
  actions?: ReactNode;
  children: ReactNode;
}) {
  const label = libraryTabs().find(({ name }) => name === list)?.title ?? t('Library');
  return (
    <Detail
      title={title}
      back={{ to: href('library', [list]), label }}
      actions={actions}
      about={<Facts about={about} facts={facts} />}
    >
      <div className={styles.parts}>{children}</div>
    </Detail>
  );
}

/** One thing of the library that is not there, or not yet. */
export function DetailNotRead({
  list,
  title,
  asked: { isError, error, refetch },
}: {
  list: string;
  title: string;
  asked: { isError: boolean; error: unknown; refetch: () => unknown };
}) {
  return (
    <DetailFrame list={list} title={title}>
      {isError ? (
        <FailedQuery error={error} again={refetch} />
      ) : (
        <p className="quiet">{t('Loading…')}</p>
      )}
    </DetailFrame>
  );
}

/** How many of the user's latest changes are looked through. */
const LOOKED_THROUGH = 200;

/** What the user has changed in one thing, the latest first; each can be gone back behind. */
export function ChangesOf({ id }: { id: string }) {
  const asked = `limit=${LOOKED_THROUGH}`;
  const { data } = useQuery({
    queryKey: keys.previews(asked),
    queryFn: ({ signal }) => getJson<Page<PreviewSummary>>(`/v1/agent/previews?${asked}`, signal),
  });
  const items = (data?.items ?? []).filter(
    ({ target_id: target, result }) => target === id || result?.id === id,
  );
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="changes-of">
      <h2 id="changes-of">{t('Your changes')}</h2>
      <ItemList items={items} keyOf={(item) => item.id}>
        {(preview) => (
          <ChangeRow preview={preview}>
            <UndoButton preview={preview} />
          </ChangeRow>
        )}
      </ItemList>
    </section>
  );
}

/** A button that saves a thing as a JSON file. */
export function ExportJson({ name, value }: { name: string; value: unknown }) {
  return (
    <button
      type="button"
      className="button"
      aria-label={t('Export: {name}', { name })}
      title={t('Save as a JSON file')}
      onClick={() => saveFile(`${fileName(name)}.json`, `${writeJson(value, null, 2)}\n`)}
    >
      <Download size={14} aria-hidden /> {t('Export')}
    </button>
  );
}

function fileName(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  return plain.slice(0, 80) || 'export';
}
