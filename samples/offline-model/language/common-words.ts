import { wordSet } from './stop-words.js';
import type { Language } from './question-language.js';
import { familyKey } from './word-families.js';

/**
 * Words that people use of anything: in rules they are rare, and a rare word would count much. Data, from the most
 * frequent words of everyday speech.
 */
const common = keysOf(
  `achten alt ankommen antworten arbeiten art auftauchen aussehen bald beachten bedeuten bedienen beginnen beispiel bekommen benehmen besser
    bleiben brauchen bringen dafür denken denen ding drin echt egal eigen einzeln enden ende erste ersten erzählen extra fahren fall falsch
    fertig folgen fragen frei fremd früh fühlen führen geben gehen gehören gelten gern glauben gleich groß grund gut halb halten
    handeln hängen heißen hören interessieren irgendwo jung kennen klappen klar klein kommen komplett kriegen kümmern kurz laufen
    leben legen leiten leute letzte liegen los mal meinen mensch merken mitmachen nah nehmen nennen nötig ort passen person plötzlich privat problem
    raus reden reichen rein sache sagen schaffen schauen schlecht schlimm schön schwer sehen seite setzen sitzen sorgen sonst spielen sprechen
    spät stark stehen stelle stellen stimmen teil treffen umgehen verschieden versuchen vorkommen vorne wahr wand warten
    wechseln weg weise weit welt wichtig wissen wohl wollen zeigen zeit ziehen zusammen zweite nächste`,
);

function keysOf(text: string): ReadonlySet<string> {
  return new Set([...wordSet(text)].map((word) => familyKey(word, 'de')));
}

/** Whether a word, or its family, says little of what a question is about. */
export function isCommon(word: string, language: Language): boolean {
  return language === 'de' && common.has(familyKey(word, language));
}
