import { LocalEmbedder } from '../src/toolindex/embedders/local/local-embedder.js';
import type { Runtime } from '../src/toolindex/embedders/local/model-thread.js';
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

/** The times of one kind of text by each runtime. */
export interface TextTimes extends Record<Runtime, Times> {
  name: string;
}

/** Embeds texts of several lengths, all or the named ones, by the native runtime and by WASM, in turn. */
export async function embeddingTimes(
  rounds: number,
  names: readonly string[] = Object.keys(TEXTS),
): Promise<TextTimes[]> {
  const native = new LocalEmbedder({ runtime: 'native' });
  const wasm = new LocalEmbedder({ runtime: 'wasm' });
  const all: TextTimes[] = [];
  for (const name of names) {
    const texts = TEXTS[name] ?? [];
    const cases = {
      native: () => native.embed(texts, { kind: 'query' }),
      wasm: () => wasm.embed(texts, { kind: 'query' }),
    };
    // What is compiled while it runs is not what is measured.
    await inTurn(cases, 3);
    all.push({ name, ...(await inTurn(cases, rounds)) });
  }
  await native.close?.();
  await wasm.close?.();
  return all;
}
