import type { Language } from '../../language/question-language.js';
import type { Lexicon } from './lexicon.js';
import {
  ARTICLE,
  isPassive,
  OBLIQUE,
  orders,
  STRONG,
  SUBJECT_PRONOUN,
  type Token,
} from './tokens.js';

const ACTOR_ENDINGS: Readonly<Record<Language, RegExp>> = {
  de: /(?:.{3}er|.{4}[ae]nt|.{4}[ae]nten|.{3}erin|.{3}innen|inhaber|verantwortliche[rn]?|beauftragte[rn]?|behörden?|amt|rat|abteilung)$/,
  en: /(?:.{3}ers?|.{3}ors?|.{3}ees?|.{4}ants?|.{3}ists?)$/,
};
const NO_ACTORS =
  /^(?:.*(?:ment|menten|prozent|restaurant|talent|patent|akzent|kontinent|alter|fenster|wasser|nummer|winter|sommer|meter|liter|mutter|feuer|steuer|lager|muster|fehler|zimmer|papier|number|order|water|paper|letter|computer|matter|quarter|container|floor|door|after|under|over|other|never|ever|either|whether|however|further|longer|later|earlier|error|factor|motor|power|per|offer|cover|summer|november|december|september|october|former|latter|lower|upper|higher|vor|für|reminder|register|folder|layer|border|chapter|timer|heater|server|printer|boiler|outdoor|indoor|center|centre|remainder|transfer|answer|manner|corner|corridor|indicator|detector|sensor|elevator|door|major|minor|color|colour|labour|vapor|behaviour|deliver|enter|alter|consider|remember)s?)$/;

/** Whether a word names somebody who can act. */
export function isActor(
  { word, isCapital }: Token,
  { actors, before, after, light }: Lexicon,
  language: Language,
): boolean {
  if (actors.has(word) || actors.has(word.replace(/s$/, ''))) return true;
  if (NO_ACTORS.test(word)) return false;
  if (before.has(word) || after.has(word) || light.has(word)) return false;
  if (language === 'de' && !isCapital) return false;
  return ACTOR_ENDINGS[language].test(word);
}

/** Where the one stands who does it: the one after "by" in a passive, from whom something is received, else the first in the nominative. */
export function agentOf(
  tokens: readonly Token[],
  lexicon: Lexicon,
  language: Language,
): number | undefined {
  const actors = tokens.flatMap((token, at) =>
    isActor(token, lexicon, language) && !lexicon.light.has(token.word) ? [{ token, at }] : [],
  );
  const lead = (at: number): readonly [string, string] => {
    const direct = tokens[at - 1]?.word ?? '';
    const further = ARTICLE.test(direct) ? (tokens[at - 2]?.word ?? '') : '';
    return [direct, further];
  };
  const isGiving = tokens.some(({ word }) => lexicon.receives.has(word));
  const giver = /^(?:from|von|vom)$/;
  const by = actors.find(({ at }) =>
    tokens
      .slice(Math.max(0, at - 3), at)
      .some(({ word }) => (isGiving ? giver.test(word) : lexicon.by.has(word))),
  );
  const subject = actors.find(({ at }) => {
    const [direct, further] = lead(at);
    if (OBLIQUE.test(direct) || OBLIQUE.test(further) || lexicon.by.has(further)) return false;
    if (direct === 'der' && tokens[at - 2]?.isCapital && at > 2) return false;
    return !(direct === 'der' && /^(?:\p{L}+e|von|bei|mit|zu|nach)$/u.test(further) && at > 2);
  });
  const hasPronoun = tokens.some(({ word }) => SUBJECT_PRONOUN.test(word));
  const found =
    by ?? (hasPronoun ? undefined : (subject ?? beforeModal(tokens, lexicon, language)));
  return found?.at;
}

/** What stands before "shall" or "hat … zu" acts, whatever it is called. */
function beforeModal(
  tokens: readonly Token[],
  { light, modals, receives }: Lexicon,
  language: Language,
): { token: Token; at: number } | undefined {
  if (isPassive(tokens, language) || tokens.some(({ word }) => receives.has(word)))
    return undefined;
  const isOrder = language === 'de' && orders(tokens);
  const modalAt = tokens.findIndex(({ word }) =>
    isOrder ? /^(?:hat|haben)$/.test(word) : STRONG.test(word) && modals.has(word),
  );
  const token = tokens[modalAt - 1];
  if (token === undefined || light.has(token.word) || token.word.length < SHORTEST_NAME)
    return undefined;
  const isNamed = token.isCapital && NOMINATIVE.test(tokens[modalAt - 2]?.word ?? '');
  // After another noun the article is a genitive's.
  if (language === 'de' && (!isNamed || tokens[modalAt - 3]?.isCapital)) return undefined;
  return { token, at: modalAt - 1 };
}

const SHORTEST_NAME = 3;
const NOMINATIVE = /^(?:der|die|das|ein|eine|jeder|jede|jedes)$/;
