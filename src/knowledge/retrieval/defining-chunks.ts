import { definedTerm, definedTermHere, headsDefinitions } from '../../language/definitions.js';
import { definedSubject, formOf } from '../../language/question-forms.js';
import { languageOf, wordsOf } from '../../language/question-language.js';
import { stemOf } from '../../language/word-stems.js';
import type { Queryable } from '../../store/database.js';
import { PATH_SEPARATOR } from '../document-content.js';
import { SCOPE, scopeValues, type SearchScope } from './scope.js';

/** What a question for a definition asks for. */
export interface AskedTerm {
  /** As the question writes it. */
  subject: string;
  /** Whether a defined term is that, in any case or number. */
  isNamed: (term: string | undefined) => boolean;
}

/** "Was bedeutet Freigrenze im Strahlenschutzrecht?": where a word is used, which is not part of it. */
const WHERE = /^(?:im|in|nach|bei|laut|gemäß|under|according|for)$/;

/** The term that a question wants defined; undefined for other questions. */
export function askedTerm(query: string): AskedTerm | undefined {
  const language = languageOf(query);
  const subject = definedSubject(query);
  if (subject === undefined || formOf(query, language)?.form !== 'definition') return undefined;
  const stems = (text: string) => wordsOf(text).map((word) => stemOf(word, language));
  const words = wordsOf(subject);
  const asked = stems(subject);
  return {
    subject,
    isNamed: (defined = '') => {
      const term = stems(defined);
      const next = words[term.length];
      const isWhole = next === undefined || WHERE.test(next);
      return term.length > 0 && isWhole && term.every((stem, at) => isForm(stem, asked[at] ?? ''));
    },
  };
}

/** Stems of two forms of a word may differ by a letter that one of them takes for an ending. */
function isForm(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short !== '' && long.startsWith(short) && long.length - short.length <= 1;
}

/** Whether one of the texts below these headings defines what is asked for. */
export function definesAny(
  texts: readonly string[],
  headings: readonly string[],
  { isNamed }: AskedTerm,
): boolean {
  const termOf = headings.some(headsDefinitions) ? definedTermHere : definedTerm;
  return texts.some((text) => isNamed(termOf(text)));
}

/** Definitions are among the shorter ones of the chunks with a word. */
const MOST_READ = 300;
const MOST_FOUND = 10;
/** Endings of cases and numbers are no longer. */
const ENDING = 2;
const LEAST_LETTERS = 4;

/** The chunks that define what the query asks for: a common word alone does not find them. */
export async function definingChunks(
  db: Queryable,
  scope: SearchScope,
  query: string,
): Promise<string[]> {
  const asked = askedTerm(query);
  const [first] = asked?.subject.split(' ') ?? [];
  if (asked === undefined || first === undefined) return [];
  const beginning = first.slice(0, Math.max(LEAST_LETTERS, first.length - ENDING));
  const written = [
    beginning.toLowerCase(),
    beginning.charAt(0).toUpperCase() + beginning.slice(1).toLowerCase(),
    beginning,
  ];
  const rows = await db.query<{ id: string; heading: string; text: string }>(CONTAINING, [
    ...scopeValues(scope),
    written,
    MOST_READ,
  ]);
  return rows
    .filter(({ heading, text }) =>
      definesAny(text.split('\n'), heading.split(PATH_SEPARATOR), asked),
    )
    .slice(0, MOST_FOUND)
    .map(({ id }) => id);
}

const CONTAINING = `select c.id, c.heading, c.text from knowledge.chunks c
    join knowledge.documents d on d.id = c.document_id
  where ${SCOPE} and exists (select 1 from unnest($6::text[]) as word where position(word in c.text) > 0)
  order by length(c.text), c.id limit $7`;
