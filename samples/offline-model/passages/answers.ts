import { languageOf, type Language } from '../../../src/language/question-language.js';
import type { LlmRequest } from '../../../src/llm/types.js';
import { join } from '../answers/words.js';
import type { Plan } from '../steps.js';
import { readTranscript } from '../transcript.js';
import type { World } from '../world.js';
import type { Candidate } from './choose.js';
import type { CitedQuotes } from './cited.js';
import { readGiven, type FoundChunk } from './found.js';
import { says, type Saying } from './known.js';
import { readQuestion, type Question } from './question.js';
import { select, type Selection } from './selection.js';
import { partsOf, quoteOf, type QuotedPart } from './statements.js';

/** What the model is, for answers that it cannot give. */
export function whatIAm(language: Language): string {
  return says[language].who;
}

/** Quotes the chosen sentences, each with the number of its block, and names the documents. */
export function sayPassages({ kind, sentences, unknown }: Selection, language: Language): string {
  const said = says[language];
  if (kind === 'nothing') return sayNothing(unknown, language);
  if (kind === 'editions') {
    const lines = sentences.map((each) => `- ${titleOf(each)}: ${quoteOf(each.parts, true)}`);
    return [said.differ, ...lines].join('\n');
  }
  const chunks = [...new Set(sentences.map(({ chunk }) => chunk))];
  const quotes = chunks.map((chunk) => partsOf(sentences.filter((each) => each.chunk === chunk)));
  return [...(kind === 'nearest' ? [said.nearest] : []), sayQuotes(chunks, quotes, language)].join(
    '\n\n',
  );
}

function sayQuotes(
  chunks: readonly FoundChunk[],
  quotes: readonly (readonly QuotedPart[])[],
  language: Language,
): string {
  const { source, and } = says[language];
  const places = chunks.map((chunk) => placeOf({ chunk }));
  const quoted = quotes.map((parts) => quoteOf(parts, true)).join(' ');
  return `${quoted}\n\n${source} ${join([...new Set(places)], and)}.`;
}

/** Says that there is nothing, and of which word where that is known. */
export function sayNothing(unknown: string | undefined, language: Language): string {
  const { nothing, unknown: lacks, who } = says[language];
  const why = unknown === undefined ? '' : ` ${lacks} “${unknown}”.`;
  return `${nothing}${why}\n\n${who}`;
}

/** Quotes the provisions that were asked for, and says what is missing of them. */
export function sayCited({ quotes, ...others }: CitedQuotes, language: Language): string {
  const { before, after } = sayAround(others, language);
  const chunks = quotes.map(({ chunk }) => chunk);
  const parts = quotes.map((each) => each.parts);
  return [
    ...before,
    ...(quotes.length === 0 ? [] : [sayQuotes(chunks, parts, language)]),
    ...after,
  ].join('\n\n');
}

/** What is said before and after the provisions that were asked for. */
export function sayAround(
  { missing, without, alike }: Omit<CitedQuotes, 'quotes'>,
  language: Language,
): { before: string[]; after: string[] } {
  const { noProvision, noPlace, alike: also, and } = says[language];
  return {
    before: [
      ...(missing.length === 0 ? [] : [`${noProvision} ${missing.join(', ')}.`]),
      ...(without.length === 0 ? [] : [`${noPlace} ${without.join(', ')}.`]),
    ],
    after: alike.length === 0 ? [] : [`${also} ${join(alike.slice(0, MOST_ALIKE), and)}.`],
  };
}

const MOST_ALIKE = 6;

/** An answer to each part of a question, under its words where there are several. */
export function sayParts(
  answers: readonly { question: Question; said: string }[],
  language: Language,
): string {
  const { part, who } = says[language];
  const [only, other] = answers;
  if (only !== undefined && other === undefined) return only.said;
  const lines = answers.map(({ question, said }) => {
    const asked = question.text.replace(/[?.!]$/, '');
    return `${part} “${asked}”:\n\n${said.replace(`\n\n${who}`, '')}`;
  });
  return lines.join('\n\n');
}

/** The language to answer in: the question's, or where that has no words of any, the texts'. */
export function languageFor(
  { isTold, language }: Question,
  chunks: readonly FoundChunk[],
): Language {
  const [first] = chunks;
  return isTold || first === undefined ? language : languageOf(first.blocks[0]?.text ?? '');
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

function titleOf({ chunk }: Pick<Candidate, 'chunk'>): string {
  return `“${chunk.title}”`;
}

function placeOf(candidate: Pick<Candidate, 'chunk'>): string {
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
  const selection = select(question, given?.chunks ?? []);
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
