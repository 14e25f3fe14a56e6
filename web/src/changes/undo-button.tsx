import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { messageOf, postJson, type PreviewSummary } from '../api/client.js';
import { href, navigate } from '../shell/route.js';
import { Notice } from '../ui/notice.js';
import { t } from '../texts/texts.js';

/** Shows the preview of what brings a thing back to how it was before a change; nothing where that has no way back. */
export default function UndoButton({
  preview: { state, change_set_id: set, description, reversible },
}: {
  preview: Pick<PreviewSummary, 'state' | 'change_set_id' | 'description'> & {
    reversible?: unknown;
  };
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
  const hasWayBack = reversible === undefined || reversible === 'undo';
  if (state !== 'accepted' || set === undefined || !hasWayBack) return null;
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
