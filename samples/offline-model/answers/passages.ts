import type { Language } from '../../../src/foundation/question-language.js';
import type { Candidate } from '../passages/choose.js';
import type { Selection } from '../passages/selection.js';
import { join } from './words.js';

const WHAT_I_AM: Readonly<Record<Language, string>> = {
  en: 'I am the built-in offline model: I only quote sentences of the knowledge base. For free answers plug in a real model: set LLM_PROVIDER (gemini, ollama, openai or anthropic) and its key, see the README.',
  de: 'Ich bin das eingebaute Offline-Modell: Ich zitiere nur Sätze der Wissensbasis. Für freie Antworten ein echtes Modell einsetzen: LLM_PROVIDER (gemini, ollama, openai oder anthropic) und dessen Schlüssel, siehe README.',
};

const SENTENCES = {
  en: {
    nearest: 'The knowledge base does not say this outright. The nearest to it that it says:',
    nothing: 'The knowledge base holds nothing on this.',
    empty: 'The knowledge base is empty: there is nothing to answer from yet.',
    differ: 'The documents say different things:',
    source: 'From the knowledge base:',
    and: 'and',
    outside: 'Not from the knowledge base, which holds nothing on this, but from outside:',
    none: 'There are no documents here yet: there is nothing to answer from.',
    all: 'I cannot list the documents: I find those that answer a question. All of them stand under “Documents”.',
    opened: 'I open the place in',
    nowhere: 'The knowledge base holds nothing on this. The search outside did not work either.',
    reading: ['1 document is still being read', 'documents are still being read'],
    incomplete: 'what is in there is not found yet.',
    hello:
      'I answer questions from the knowledge base with sentences of its documents, and name where they stand.',
  },
  de: {
    nearest: 'Die Wissensbasis sagt das nicht ausdrücklich. Am nächsten kommt:',
    nothing: 'Die Wissensbasis enthält dazu nichts.',
    empty: 'Die Wissensbasis ist leer: Es gibt noch nichts, woraus zu antworten wäre.',
    differ: 'Die Dokumente sagen Verschiedenes:',
    source: 'Aus der Wissensbasis:',
    and: 'und',
    outside: 'Nicht aus der Wissensbasis, die dazu nichts enthält, sondern von außen:',
    none: 'Hier gibt es noch keine Dokumente, aus denen zu antworten wäre.',
    all: 'Auflisten kann ich die Dokumente nicht: Ich finde die, die eine Frage beantworten. Alle stehen unter „Dokumente“.',
    opened: 'Ich öffne die Stelle in',
    nowhere: 'Die Wissensbasis enthält dazu nichts. Auch die Suche außerhalb ist fehlgeschlagen.',
    reading: ['1 Dokument wird noch gelesen', 'Dokumente werden noch gelesen'],
    incomplete: 'Was darin steht, wird noch nicht gefunden.',
    hello:
      'Ich beantworte Fragen aus der Wissensbasis mit Sätzen ihrer Dokumente und nenne die Stelle.',
  },
} as const;

/** What the model is, for answers that it cannot give. */
export function whatIAm(language: Language): string {
  return WHAT_I_AM[language];
}

/** Quotes the chosen sentences, each with the number of its block, and names the documents. */
export function sayPassages({ kind, sentences }: Selection, language: Language): string {
  const said = SENTENCES[language];
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
export function sayAlone(
  kind: 'nothing' | 'nowhere' | 'empty' | 'none' | 'all' | 'hello',
  language: Language,
): string {
  return `${SENTENCES[language][kind]}\n\n${WHAT_I_AM[language]}`;
}

/** Says, as another paragraph, how many documents are still being read; nothing for none. */
export function sayUnderWay(documents: number, language: Language): string {
  if (documents === 0) return '';
  const { reading, incomplete } = SENTENCES[language];
  const [one, more] = reading;
  return `\n\n${documents === 1 ? one : `${documents} ${more}`}: ${incomplete}`;
}

/** Says which place is shown on the user's page. */
export function sayOpened(candidate: Candidate, language: Language): string {
  return `${SENTENCES[language].opened} ${placeOf(candidate)}.`;
}

/** An answer from outside, called so. */
export function sayOutside(answer: string, language: Language): string {
  return `${SENTENCES[language].outside}\n\n${answer}`;
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
