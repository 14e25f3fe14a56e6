import { tableEmbedder } from '../../../test/embedders/cached-embedder.js';
import type { IndexedDocument } from '../document.js';
import { ToolIndex } from '../tool-index.js';

const TEAMS: IndexedDocument = { name: 'list_teams', text: 'what teams there are' };
const BRANCHES: IndexedDocument = { name: 'drop_branch', text: 'a branch goes' };

/** All texts are alike; of the words, `zespoły` is near `teams` and `gałąź` near `branch`. */
function embedderOf(likeWords: boolean) {
  const flat: readonly number[] = [1, 0, 0, 0];
  const words = { list: [1, 1, 0, 0], drop: [1, -1, 0, 0], teams: [1, 0, 1, 0] };
  const others = { branch: [1, 0, 0, 1], zespoły: [1, 0, 0.9, 0.1], gałąź: [1, 0, 0.1, 0.9] };
  const texts = [TEAMS.text, BRANCHES.text, 'zespoły', 'pokaż zespoły 12', 'i gałąź'];
  const table = new Map([
    ...texts.map((text) => [text, flat] as const),
    ...Object.entries({ ...words, ...others, pokaż: [1, 0.4, 0.1, 0.1] }),
  ]);
  return { ...tableEmbedder(table), likeWords };
}

async function first(message: string, likeWords = true, documents = [BRANCHES, TEAMS]) {
  const embedder = embedderOf(likeWords);
  const index = await ToolIndex.build(documents, embedder);
  const options = { topK: 1, minScore: -1, allowed: new Set(index.names) };
  return { name: (await index.search(message, options))[0]?.name, calls: embedder.calls };
}

it('ranks a tool for a word that no tool has and a name has another word for', async () => {
  expect(await first('pokaż zespoły 12')).toMatchObject({ name: 'list_teams' });
  expect(await first('i gałąź')).toMatchObject({ name: 'drop_branch' });
});

it('asks for the vectors of such words alone, with the message', async () => {
  const { calls } = await first('pokaż zespoły 12');
  expect(calls.at(-1)?.texts).toEqual(['pokaż zespoły 12', 'pokaż', 'zespoły']);
});

it('leaves words as they are spelled where the embedder was not measured, and for sentences', async () => {
  // Equal tools stand by name.
  const spelled = await first('pokaż zespoły 12', false);
  expect(spelled.name).toBe('drop_branch');
  expect(spelled.calls.flatMap(({ texts }) => texts)).not.toContain('zespoły');
  const sentences = [BRANCHES, TEAMS].map((one) => ({ ...one, kind: 'query' as const }));
  expect(await first('pokaż zespoły 12', true, sentences)).toMatchObject({ name: 'drop_branch' });
});

it('embeds the words of new names only', async () => {
  const embedder = embedderOf(true);
  const earlier = await ToolIndex.build([TEAMS], embedder);
  embedder.calls.length = 0;
  await ToolIndex.build([TEAMS, BRANCHES], embedder, { earlier });
  const texts = embedder.calls.flatMap((call) => call.texts);
  expect(texts.sort()).toEqual([BRANCHES.text, 'branch', 'drop'].sort());
});
