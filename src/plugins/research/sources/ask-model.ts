import type { AskCall } from '../../../agentloop/ask-json.js';
import { askEntailment, type Opinion } from '../../../citations/ask-entailment.js';
import type { LlmProvider } from '../../../llm/types.js';
import type { ResearchLanguage } from '../state.js';
import {
  mapStatements,
  type CitedBlock,
  type RestedSection,
  type RestedStatement,
} from './link-statements.js';
import { reportWords } from './report-words.js';

/**
 * Asks a model of each statement that is no quote from which of its blocks it follows. Where it follows from
 * them together, it keeps those from which it follows alone, else all where they stand in one place and it follows from
 * them together, else none. With a note where the model could not say it of all.
 */
export async function askOfStatements(
  sections: readonly RestedSection[],
  language: ResearchLanguage,
  model: LlmProvider,
  call: AskCall,
): Promise<{ sections: RestedSection[]; note?: string }> {
  const asked = sections
    .flatMap(({ statements }) => statements)
    .filter(({ support }) => support === 'not_checked');
  const questions = asked.map(({ text, blocks }) => {
    return { statement: text, passages: blocks.map(passageOf) };
  });
  const opinions = await askEntailment(model, questions, language, call);
  const byStatement = new Map(asked.map((each, at) => [each, opinions[at]] as const));
  const judged = (each: RestedStatement): RestedStatement => {
    const opinion = byStatement.get(each);
    return opinion === undefined ? each : judgedBy(opinion, each);
  };
  const unasked = opinions.filter((opinion) => opinion === undefined).length;
  const note = unasked > 0 ? reportWords[language].notAsked(unasked, asked.length) : undefined;
  return { sections: mapStatements(sections, judged), note };
}

function judgedBy(
  { alone, follows, reason }: Opinion,
  { text, blocks }: RestedStatement,
): RestedStatement {
  const own = blocks.filter((_, at) => alone.includes(at));
  if (own.length > 0) return { text, blocks: own, support: 'paraphrase' };
  if (follows && areOfOnePlace(blocks)) return { text, blocks, support: 'inference' };
  const kind = follows ? 'together' : 'model';
  return { text, blocks: [], objection: { kind, said: reason.trim() } };
}

/** Blocks under one heading are read together; what others only make likely together no source says. */
function areOfOnePlace([first, ...others]: readonly CitedBlock[]): boolean {
  return others.every(
    ({ documentId, heading }) => documentId === first?.documentId && heading === first.heading,
  );
}

function passageOf({ heading, text }: CitedBlock): string {
  return heading === '' ? text : `${heading}\n${text}`;
}
