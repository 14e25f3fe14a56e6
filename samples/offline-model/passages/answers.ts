import type { Language } from '../../../src/foundation/question-language.js';
import type { LlmRequest } from '../../../src/llm/types.js';
import { join } from '../answers/words.js';
import type { Plan } from '../steps.js';
import { readTranscript } from '../transcript.js';
import type { World } from '../world.js';
import { rankSentences, type Candidate } from './choose.js';
import { readGiven } from './found.js';
import { says, type Saying } from './known.js';
import { readQuestion } from './question.js';
import { select, type Selection } from './selection.js';

/** What the model is, for answers that it cannot give. */
export function whatIAm(language: Language): string {
  return says[language].who;
}

/** Quotes the chosen sentences, each with the number of its block, and names the documents. */
export function sayPassages({ kind, sentences }: Selection, language: Language): string {
  const said = says[language];
  if (kind === 'nothing') return sayAlone('nothing', language);
  if (kind === 'editions') {
    const lines = sentences.map((each) => `- ${titleOf(each)}: ${quoted(each)}`);
    return [said.differ, ...lines].join('\n');
  }
  const quotes = sentences.map(quoted).join(' ');
  const sources = `${said.source} ${join([...new Set(sentences.map(placeOf))], said.and)}.`;
  return [...(kind === 'nearest' ? [said.nearest] : []), quotes, sources].join('\n\n');
}

/** Says one thing of its own and what the model is: that there is `nothing`, no documents at all, that it lists none, or what it does. */
export function sayAlone(kind: Saying, language: Language): string {
  return `${says[language][kind]}\n\n${says[language].who}`;
}

/** Says, as another paragraph, how many documents are still being read; nothing for none. */
export function sayUnderWay(documents: number, language: Language): string {
  if (documents === 0) return '';
  const { one, more, incomplete } = says[language];
  return `\n\n${documents === 1 ? one : `${documents} ${more}`}: ${incomplete}`;
}

/** Says which place is shown on the user's page. */
export function sayOpened(candidate: Candidate, language: Language): string {
  return `${says[language].opened} ${placeOf(candidate)}.`;
}

/** An answer from outside, called so. */
export function sayOutside(answer: string, language: Language): string {
  return `${says[language].outside}\n\n${answer}`;
}

function quoted({ text, number }: Candidate): string {
  return `${text} [${number}]`;
}

function titleOf({ chunk }: Candidate): string {
  return `“${chunk.title}”`;
}

function placeOf(candidate: Candidate): string {
  const { section } = candidate.chunk;
  return section === '' ? titleOf(candidate) : `${titleOf(candidate)}, ${section}`;
}

/** True for a request that brings the passages to answer from with it, and no tool to look further. */
export function bringsPassages({ tools, messages }: LlmRequest): boolean {
  return tools.length === 0 && readGiven(readTranscript(messages).request) !== undefined;
}

/** Answers with sentences of the passages that were given. */
export function* answerFromGiven({ transcript }: World): Plan {
  const given = readGiven(transcript.request);
  const question = readQuestion(given?.question ?? transcript.request, []);
  const selection = select(question, rankSentences(question, given?.chunks ?? []));
  return sayPassages(selection, question.language);
}

const LONGEST = 4000;

/**
 * A text that a tool's check has refused, in plain letters: without markup, addresses that are run, and
 * brackets other than those of a marker, and cut.
 */
export function acceptable(text: string): string {
  const plain = text
    .replace(/<[^<>]{0,200}>/g, ' ')
    .replace(/\[(?!\d{1,3}(?:, ?\d{1,3})*\])[^[\]]{0,200}\]/g, ' ')
    .replace(/[<>|{}=]/g, ' ')
    .replace(/(?<=\p{L}):(?=\S)/gu, ' ')
    .replace(/[^\S\n]{2,}/g, ' ')
    .trim();
  return plain.slice(0, LONGEST);
}
