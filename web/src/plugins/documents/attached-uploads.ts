import type { Attached } from '../../registry/plugin.js';
import type { Upload } from './uploads.js';

/** So many files go with one message; the server refuses more. */
export const MOST_FILES = 10;

/** Whether a run can find what an upload says. */
export function isSearchable({ state, document }: Upload): boolean {
  return state === 'ready' || document?.state === 'embedding';
}

/** What uploads come to for a message. */
export function attachedBy(uploads: readonly Upload[]): Attached {
  const isRead = uploads.some(({ document }) => document?.kind !== 'file');
  const ids = uploads.filter(isSearchable).flatMap(({ document }) => document?.id ?? []);
  const open = uploads.filter((one) => one.state !== 'refused' && !isSearchable(one));
  return {
    // What the server only keeps, images among it, is for any agent.
    agent: isRead ? 'documents' : undefined,
    // Two files of the same content are one document.
    ids: [...new Set(ids)],
    waiting: open.map(({ name }) => name),
    isRefused: uploads.some(({ state }) => state === 'refused'),
  };
}
