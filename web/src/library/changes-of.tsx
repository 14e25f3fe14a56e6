import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { getJson, messageOf, postJson } from '../api/client.js';
import { keys } from '../api/queries.js';
import type { Page, PreviewSummary } from '../api/types.js';
import { ChangeRow } from '../changes/view/change-row.js';
import { href, navigate } from '../shell/route.js';
import { ItemList } from '../ui/item-list.js';
import { Notice } from '../ui/notice.js';
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
            <GoBack preview={preview} />
          </ChangeRow>
        )}
      </ItemList>
    </section>
  );
}

/** Shows the preview of what brings the thing back to how it was before a change. */
function GoBack({
  preview: { state, change_set_id: set, description },
}: {
  preview: PreviewSummary;
}) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (id: string) =>
      postJson<{ id: string }>(`/v1/agent/change-sets/${encodeURIComponent(id)}/undo`, {}),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['previews'] });
      navigate(href('changes', [id]));
    },
  });
  if (state !== 'accepted' || set === undefined) return null;
  return (
    <>
      <button
        type="button"
        className="button"
        aria-label={t('Undo: {name}', { name: description })}
        title={t('Shows a preview of how it was before this; nothing is saved until you accept it')}
        disabled={isPending}
        onClick={() => mutate(set)}
      >
        <Undo2 size={14} aria-hidden /> {t('Undo…')}
      </button>
      {error !== null && (
        <Notice tone="bad">
          <p>{messageOf(error)}</p>
        </Notice>
      )}
    </>
  );
}
