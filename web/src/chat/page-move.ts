import type { EventData } from '../../../src/agentloop/events.js';
import { siteMapOf, type SiteMap } from '../plugins/documents/maps/sites.js';
import { href } from '../shell/route.js';
import type { DocumentPlace } from './sources.js';

/** Where an agent asks the page to go: a document or a map beside the chat, or another view. */
export type PageMove = { name: string } & (
  { document: DocumentPlace } | { map: SiteMap } | { to: string }
);

/** What a `ui_action` asks for; undefined when this page knows no such place. */
export function moveOf({ action, target }: EventData['ui_action']): PageMove | undefined {
  const { document_id: document, block_id: block, title, kind, id, name } = target;
  if (action === 'open_document' && typeof document === 'string') {
    const blockId = typeof block === 'string' ? { blockId: block } : {};
    return { name: textOf(title, 'the document'), document: { documentId: document, ...blockId } };
  }
  if (action === 'show_map') {
    const map = siteMapOf(target);
    return map === undefined ? undefined : { name: 'the map', map };
  }
  if (action !== 'navigate_to' || typeof id !== 'string') return undefined;
  const to = addressOf(kind, id);
  return to === undefined ? undefined : { name: textOf(name, id), to };
}

function addressOf(kind: unknown, id: string): string | undefined {
  if (kind === 'document') return href('documents', [id]);
  if (kind === 'rule') return href('library', ['rules', id]);
  if (kind === 'table') return href('library', ['tables', id]);
  return undefined;
}

function textOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}
