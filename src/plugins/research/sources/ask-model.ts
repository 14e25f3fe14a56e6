import { askEntailment } from '../../../citations/support/ask-entailment.js';
import type { AskCall } from '../../../agentloop/ask-json.js';
import type { LlmProvider } from '../../../llm/types.js';
import type { ResearchLanguage } from '../state.js';
import type { RestedSection, RestedStatement } from './link-statements.js';
import { reportWords } from './report-words.js';

/** A model that is asked whether statements follow from their sources, and what it may use. */
export interface EntailmentModel {
  model: LlmProvider;
  call: AskCall;
}

/** Statements with what a model says of them, and a note where it could not say it of all. */
export interface AskedSections {
  sections: RestedSection[];
  note?: string;
}

/**
 * Asks a model of each statement that is not a quote whether it follows from what it cites. Where it disagrees with the
 * check, the statement says so, and keeps or gets its sources: it is for the reader to look at them.
 */
export async function askOfStatements(
  sections: readonly RestedSection[],
  language: ResearchLanguage,
  { model, call }: EntailmentModel,
): Promise<AskedSections> {
  const asked = sections
    .flatMap(({ statements }) => statements)
    .filter((each) => each.support !== 'quote' && passagesOf(each).length > 0);
  const questions = asked.map((each) => ({ statement: each.text, passages: passagesOf(each) }));
  const opinions = await askEntailment(model, questions, language, call);
  const byStatement = new Map(asked.map((each, at) => [each, opinions[at]] as const));
  const judged = (each: RestedStatement): RestedStatement => {
    const opinion = byStatement.get(each);
    if (opinion === undefined) return each;
    const { cited, doubt, ...rest } = each;
    // What the check doubts the model decides.
    if (doubt !== undefined) return opinion.follows ? rest : { text: each.text, blocks: [] };
    if (each.support !== undefined && !opinion.follows)
      return { ...rest, dispute: { by: 'model', reason: opinion.reason } };
    if (cited === undefined || !opinion.follows) return rest;
    const support = cited.blocks.length > 1 ? 'inference' : 'paraphrase';
    return {
      ...rest,
      blocks: cited.blocks,
      support,
      dispute: { by: 'check', objection: cited.objection },
    };
  };
  const unasked = opinions.filter((opinion) => opinion === undefined).length;
  const result = sections.map(({ heading, statements }) => ({
    heading,
    statements: statements.map(judged),
  }));
  if (unasked === 0) return { sections: result };
  return { sections: result, note: reportWords[language].notAsked(unasked, asked.length) };
}

function passagesOf({ blocks, cited }: RestedStatement): string[] {
  const own = blocks.length > 0 ? blocks : (cited?.blocks ?? []);
  return own.map(({ heading, text }) => (heading === '' ? text : `${heading}\n${text}`));
}
