import type { JsonObject } from '../../foundation/json.js';
import type { EvalClient } from './ask-server.js';
import type { ChangeRecord } from './transcript.js';

/** The changes that a run proposed, as they stand. */
export async function changesOf(
  runId: string,
  conversationId: string,
  client: Pick<EvalClient, 'get'>,
): Promise<ChangeRecord[]> {
  const list = (await client.get(
    `/v1/agent/previews?conversation_id=${conversationId}&limit=200`,
  )) as { items: { id: string; run_id: string }[] };
  const own = list.items.filter((one) => one.run_id === runId);
  const found = await Promise.all(own.map(({ id }) => client.get(`/v1/agent/previews/${id}`)));
  return found
    .map((one) => one as JsonObject)
    .map(({ id, kind, payload, state }) => ({
      id: String(id),
      kind: String(kind),
      payload,
      state: String(state),
    }));
}
