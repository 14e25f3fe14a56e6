import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { JsonObject } from '../../../src/foundation/json.js';
import { postJson } from '../api/client.js';
import type { StoredPreview } from '../api/types.js';
import { href, navigate } from '../shell/route.js';

/** What is asked for of a saved thing. */
export interface Wish {
  /** The kind of change that knows the action. */
  kind: string;
  action: string;
  target_id: string;
  input?: JsonObject;
}

/** Asks for a change of a saved thing, and opens its preview: nothing is saved until that is accepted. */
export function usePropose() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: Wish) => postJson<StoredPreview>('/v1/agent/proposals', wish),
    onSuccess: async ({ id }, { action }) => {
      await client.invalidateQueries({ queryKey: ['previews'] });
      navigate(href('library', ['previews', id], action === 'edit' ? { edit: '1' } : {}));
    },
  });
}
