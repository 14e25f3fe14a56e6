import type { PreviewSummary } from '../api/types.js';
import { hasChat } from '../changes/has-chat.js';
import { changeViewOf } from '../registry/registry.js';
import { href } from '../shell/route.js';

/** The conversation that a preview came from, else a new one, with what it changes open. */
export function chatWithPreview(
  preview: Pick<
    PreviewSummary,
    'kind' | 'tool_use_id' | 'conversation_id' | 'target_id' | 'result'
  >,
): string {
  const id = preview.result?.id ?? preview.target_id;
  const query = changeViewOf(preview.kind)?.chatQuery?.(id) ?? {};
  return href('chat', hasChat(preview) ? [preview.conversation_id] : [], query);
}
