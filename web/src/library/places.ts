import { href } from '../shell/route.js';
import type { DraftItem } from '../api/library.js';
import type { PreviewSummary } from '../api/types.js';

/** The lists of the library, in the order of their tabs. */
export const LISTS = ['rules', 'tables', 'drafts', 'previews'] as const;

/** One of {@link LISTS}. */
export type ListName = (typeof LISTS)[number];

/** What each list is called. */
export const LIST_TITLES: Readonly<Record<ListName, string>> = {
  rules: 'Rules',
  tables: 'Tables',
  drafts: 'Drafts',
  previews: 'Previews',
};

/** The list that an address names; the rules when it names none. */
export function listNamed(name: string | undefined): ListName {
  return LISTS.find((list) => list === name) ?? 'rules';
}

/** A new chat with a rule open. */
export function chatWithRule(id: string): string {
  return href('chat', [], { context: 'workflow', workflow_id: id });
}

/** A new chat with a table open. */
export function chatWithTable(id: string): string {
  return href('chat', [], { context: 'tables', config_id: id });
}

/**
 * The chat in which a draft goes on: a table's pending changes belong to their conversation, a rule's
 * draft can be taken up in any.
 */
export function chatWithDraft(draft: DraftItem): string {
  if (draft.kind === 'workflow') {
    return href('chat', [], {
      context: 'workflow',
      draft_id: draft.id,
      ...(draft.workflow_id && { workflow_id: draft.workflow_id }),
    });
  }
  return href('chat', [draft.conversation_id], {
    context: 'tables',
    ...(draft.config_id && { config_id: draft.config_id }),
  });
}

/** The conversation that a preview came from, with what it changes open. */
export function chatWithPreview(
  preview: Pick<PreviewSummary, 'kind' | 'conversation_id' | 'target_id' | 'result'>,
): string {
  const isRule = preview.kind === 'workflow_preview';
  const id = preview.result?.id ?? preview.target_id;
  return href('chat', [preview.conversation_id], {
    context: isRule ? 'workflow' : 'tables',
    ...(id && { [isRule ? 'workflow_id' : 'config_id']: id }),
  });
}

/** The pages of a list: how many there are, and which items this one has (from 1). */
export function pageOf(page: number, size: number, total: number) {
  const pages = Math.max(1, Math.ceil(total / size));
  const first = Math.min(page * size + 1, total);
  return { pages, first, last: Math.min((page + 1) * size, total) };
}

const TRIGGERS: Readonly<Record<string, string>> = {
  on_create: 'when created',
  on_update: 'when changed',
  on_delete: 'when deleted',
  manual: 'by hand',
  scheduled: 'on a schedule',
};

/** A rule's trigger in words. */
export function triggerWords(trigger: string): string {
  return TRIGGERS[trigger] ?? trigger.replaceAll('_', ' ');
}
