import type { Language } from '../../../src/language/question-language.js';
import { readData } from '../data.js';

/** What a question asks for; `other` is anything that is not one of the kinds. */
export type QuestionKind =
  | ('duration' | 'amount' | 'time' | 'person' | 'place' | 'other')
  | ('definition' | 'authority' | 'duty');

type Pattern =
  | ('continues' | 'points' | 'leans' | 'opens' | 'lower' | 'upper' | 'clause' | 'between')
  | ('aside' | 'asideHeading' | 'asksAside' | 'units');

/** What the model says of itself and of what it found. */
export type Saying =
  | ('who' | 'nearest' | 'nothing' | 'empty' | 'differ' | 'source' | 'and' | 'outside' | 'none')
  | ('unknown' | 'part' | 'noProvision' | 'noPlace' | 'alike')
  | ('all' | 'opened' | 'nowhere' | 'one' | 'more' | 'incomplete' | 'hello');

type File = Readonly<Record<Pattern, string>> & {
  kinds: readonly Readonly<Record<string, string>>[];
  cues: Readonly<Record<string, string>>;
  says: Readonly<Record<Language, Readonly<Record<Saying, string>>>>;
};

const file = readData<File>(new URL('./passages.yaml', import.meta.url));

/** A pattern of `passages.yaml` by its name, with what stands behind it. */
export function pattern(name: Pattern, behind = '', flags = 'iu'): RegExp {
  return new RegExp(file[name] + behind, flags);
}

const kinds = file.kinds.flatMap((each) =>
  Object.entries(each).map(([kind, text]) => ({ kind, test: new RegExp(text, 'iu') })),
);

/** What a question asks for. */
export function kindOf(question: string): QuestionKind {
  return (kinds.find(({ test }) => test.test(question))?.kind ?? 'other') as QuestionKind;
}

const cues = new Map(
  Object.entries(file.cues).map(([kind, text]) => [kind, new RegExp(text, 'iu')]),
);
/** First and last name of somebody. */
const FULL_NAME = /\p{Lu}\p{Ll}+ (?:de )?\p{Lu}\p{Ll}+/u;

/** Whether a sentence shows what a question of the kind asks for. */
export function hasCue(kind: QuestionKind, sentence: string): boolean {
  const isNamed = kind === 'person' && FULL_NAME.test(sentence);
  return isNamed || cues.get(kind)?.test(sentence) === true;
}

/** What the model says, in a language. */
export const { says } = file;
