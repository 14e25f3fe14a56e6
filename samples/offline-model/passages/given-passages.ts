import type { LlmRequest } from '../../../src/llm/types.js';
import { sayAlone, sayPassages } from '../answers/passages.js';
import { rankSentences } from './choose.js';
import { readGiven } from './given.js';
import { readQuestion } from './question.js';
import { select } from './selection.js';
import type { Plan } from '../steps.js';
import { readTranscript } from '../transcript.js';
import type { World } from '../world.js';

/** True for a request that brings the passages to answer from with it, and no tool to look further. */
export function bringsPassages({ tools, messages }: LlmRequest): boolean {
  return tools.length === 0 && readGiven(readTranscript(messages).request) !== undefined;
}

/** Answers with sentences of the passages that were given. */
export function* answerFromGiven({ transcript }: World): Plan {
  const given = readGiven(transcript.request);
  const question = readQuestion(given?.question ?? transcript.request, []);
  const selection = select(question, rankSentences(question, given?.chunks ?? []));
  if (selection.kind === 'nothing') return sayAlone('nothing', question.language);
  return sayPassages(selection, question.language);
}
