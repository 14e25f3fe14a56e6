import { questionWords, wordsOf } from './question-language.js';
import { wordSet } from './stop-words.js';

/** Greetings, thanks, farewells and praise, and what a partner in talk is called, in English and German. */
const social = wordSet(
  `hello hi hey good morning afternoon evening day night thanks thank thx cheers bye goodbye ok okay great nice perfect
  cool fine help helpful helped welcome you your you're sorry lot much yes no
  hallo guten gute moin servus grüß gott morgen tag abend nacht danke dank vielen herzlichen tschüss ciao wiedersehen
  super toll prima gut perfekt klasse hilfe hilfreich geholfen helfen du dir dich kannst bist ihnen ja nein`,
);

/** Whether a message only greets, thanks or asks who one talks to: it has no word of a subject. */
export function isSmallTalk(message: string): boolean {
  const words = wordsOf(message);
  const asks = (word: string) => questionWords.en.has(word) || questionWords.de.has(word);
  return (
    words.some((word) => social.has(word)) && words.every((word) => social.has(word) || asks(word))
  );
}
