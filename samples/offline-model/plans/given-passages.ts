import { sayNothing, sayPassages } from '../answers/passages.js';
import { rankSentences } from '../passages/choose.js';
import { readGiven } from '../passages/given.js';
import { readQuestion } from '../passages/question.js';
import { select } from '../passages/selection.js';
import type { Plan } from '../steps.js';
import type { World } from '../world.js';

/** True for a request that brings the passages to answer from with it, and no tool to look further. */
export function bringsPassages({ tools, transcript }: World): boolean {
  return tools.length === 0 && readGiven(transcript.request) !== undefined;
}

/** Answers with sentences of the passages that were given. */
export function* answerFromGiven({ transcript }: World): Plan {
  const given = readGiven(transcript.request);
  const question = readQuestion(given?.question ?? transcript.request, []);
  const selection = select(question, rankSentences(question, given?.chunks ?? []));
  if (selection.kind === 'nothing') return sayNothing(question.language);
  return sayPassages(selection, question.language);
}
