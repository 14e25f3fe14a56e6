import { erpVocabulary } from '../../../../samples/erp/client/vocabulary.js';
import * as kit from '../../../../samples/offline-model/kit.js';

interface LexiconFile {
  phrases: kit.Lexicon;
  /** What questions ask of a rule, and the fields that say it. */
  asked: kit.Lexicon;
  asked_fields: Readonly<Record<string, string>>;
  /** Action type → its title and what it does, with a comma between. */
  actions: Readonly<Record<string, string>>;
  fields: Readonly<Record<string, string>>;
  optional: Readonly<Record<string, string>>;
  words: Readonly<Record<string, string>>;
}

const file = kit.readData<LexiconFile>(new URL('./lexicon.yaml', import.meta.url));

/** English with what people call triggers and actions of rules, and the records of the ERP. */
export const ruleLanguage = kit.createLanguage([file.phrases], erpVocabulary);

/** The same with what questions ask of a rule; in wishes such words mean other things. */
const askLanguage = kit.createLanguage([file.phrases, file.asked], erpVocabulary);

/** A question, with "what's" in two words. */
export function readQuestion({ text }: kit.Reading): kit.Reading {
  return askLanguage.read(text.replaceAll(/\b(who|what|when|where|how)['’]s\b/gi, '$1 is'));
}

/** Fields of a rule and of its actions that say what a question asks for. */
export function fieldsFor(asks: Iterable<string>): string[] {
  return [...asks].flatMap((each) => file.asked_fields[each]?.split(' ') ?? []);
}

/** How an action type is named in a draft. */
export function titleOf(type: string): string {
  return file.actions[type]?.split(', ')[0] ?? kit.plain(type);
}

/** What an action of that type does, as an answer says it. */
export function doesWhat(type: string): string {
  return file.actions[type]?.split(', ')[1] ?? kit.plain(type);
}

/** Config fields in words, for questions about what is missing. */
export const fieldWords = file.fields;

/** A list of words by its name. */
export function ruleWords(name: string): ReadonlySet<string> {
  return kit.wordSet(file.words[name]);
}

/** Config fields of an action type that are filled when the sentence speaks of them. */
export function optionalFields(type: string): string[] {
  return file.optional[type]?.split(' ') ?? [];
}

/** Where the columns and values of the database are looked up. */
export const database = { schema: 'search_database_schema', enums: 'search_enums' };
