import { TfidfBlock } from '../src/toolindex/lexical/tfidf-block.js';
import { toolDocuments } from './catalogue-times.js';
import { inTurn, type Times } from './measure.js';

const SHARE = 0.7;

/** What the sparse part costs in ms: fitted anew, and taken over from a catalogue of one tool less. */
export async function wordTimes(
  tools: number,
  rounds: number,
): Promise<Record<'anew' | 'one tool more', Times>> {
  const documents = toolDocuments(tools);
  const earlier = await TfidfBlock.fit(documents.slice(1), SHARE);
  return inTurn(
    {
      anew: () => TfidfBlock.fit(documents, SHARE),
      'one tool more': () => TfidfBlock.fit(documents, SHARE, { earlier }),
    },
    rounds,
  );
}
