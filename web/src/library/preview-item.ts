import { isObject } from '../../../src/foundation/json.js';
import type { StoredPreview } from '../api/types.js';
import type { PreviewItem } from '../changes/props.js';

/** A stored preview as the event that first showed it, without the rows of that time. */
export function previewItem(stored: StoredPreview): PreviewItem {
  const { id, tool_use_id, description, is_update, expires_at, payload_sha256 } = stored;
  const { payload, diff, target_id: target, invisible_characters } = stored;
  const common = {
    preview_id: id,
    tool_use_id,
    description,
    is_update,
    expires_at,
    payload_sha256,
    ...(diff === undefined ? {} : { diff }),
    ...(invisible_characters === undefined ? {} : { invisible_characters }),
  };
  if (stored.kind === 'workflow_preview') {
    const open = target === undefined ? {} : { workflow_id: target };
    return { kind: stored.kind, data: { ...common, workflow: payload, ...open } };
  }
  const { config, name } = payload;
  const open = target === undefined ? {} : { config_id: target };
  return {
    kind: stored.kind,
    data: { ...common, name, config: isObject(config) ? config : payload, ...open },
  };
}
