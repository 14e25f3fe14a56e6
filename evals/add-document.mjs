// `node add-document.mjs "Title" "Text"`: puts a document into the server that is tried, and waits until it is read.
import { setTimeout as pause } from 'node:timers/promises';

const [title, text] = process.argv.slice(2);
const documents = `${process.env.SEXTANT_URL}/v1/documents`;
const added = await fetch(documents, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ title, text, kind: 'markdown' }),
});
if (!added.ok) throw new Error(await added.text());
const { id } = await added.json();
for (;;) {
  const { state } = await (await fetch(`${documents}/${id}`)).json();
  if (state === 'ready') break;
  if (state === 'failed') throw new Error(`"${title}" could not be read.`);
  await pause(50);
}
