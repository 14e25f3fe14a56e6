import { setTimeout as pause } from 'node:timers/promises';
import { call } from './call.js';

/** Uploads a Markdown document, as the user of `token`, and waits until it can be searched; answers its id. */
export async function addDocument(
  url: string,
  title: string,
  text: string,
  token?: string,
): Promise<string> {
  const added = await call(url, 'POST /v1/documents', { title, text, kind: 'markdown' }, token);
  if (added.status >= 300) throw new Error(`not taken in: ${JSON.stringify(added.body)}`);
  const { id } = added.body as { id: string };
  await readyDocument(url, id, token);
  return id;
}

/** Waits until a document can be searched. */
export async function readyDocument(url: string, id: string, token?: string): Promise<void> {
  for (;;) {
    const { body } = await call(url, `GET /v1/documents/${id}`, undefined, token);
    const { state } = body as { state: string };
    if (state === 'failed') throw new Error(`not read: ${JSON.stringify(body)}`);
    if (state === 'ready') return;
    await pause(20);
  }
}
