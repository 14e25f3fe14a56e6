import { definedSubject } from './question-forms.js';
import { languageOf, questionWords, type Language } from './question-language.js';

const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;

/**
 * The words of a query that are searched: without those that only ask ("wie lange muss ich …"), which are rare
 * in texts that are no questions and would count much; German infinitives with "zu" as the plain verb too. The
 * query itself where it has no others.
 */
export function queryWords(query: string): string {
  const language = languageOf(query);
  const words = askedOf(query).match(WORD) ?? [];
  const said = words.filter((word) => !questionWords[language].has(word.toLowerCase()));
  if (said.length === 0) return query;
  return [...said, ...said.flatMap((word) => plainVerb(word, language) ?? [])].join(' ');
}

/** Of a question for a definition what it asks for: "bedeutet" and "mean" are words of other texts. */
function askedOf(query: string): string {
  const subject = definedSubject(query) ?? '';
  const end = query.indexOf(subject) + subject.length;
  return subject !== '' && /^(?: mean)?[\s?!.]{0,5}$/i.test(query.slice(end)) ? subject : query;
}

/** "aufzubewahren" is "aufbewahren". */
const WITH_ZU =
  /^(ab|an|auf|aus|bei|bekannt|durch|ein|fest|her|hin|los|mit|nach|um|unter|vor|voraus|weg|wieder|zurück|zusammen)zu(\p{L}{3,}n)$/u;

/** The plain verb of an infinitive with "zu"; undefined for any other word. */
export function plainVerb(word: string, language: Language): string | undefined {
  const [, prefix, verb] = (language === 'de' && WITH_ZU.exec(word.toLowerCase())) || [];
  return prefix === undefined || verb === undefined ? undefined : `${prefix}${verb}`;
}
