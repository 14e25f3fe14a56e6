import { useQuery } from '@tanstack/react-query';
import { getJson } from '../api/client.js';
import { keys } from '../api/queries.js';
import type { Page, PreviewSummary } from '../api/types.js';
import UndoButton from '../changes/undo-button.js';
import { ChangeRow } from '../changes/view/change-row.js';
import { ItemList } from '../ui/item-list.js';
import { t } from '../texts/core.js';

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
