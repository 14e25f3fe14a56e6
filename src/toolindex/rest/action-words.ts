import { lightStem } from '../../language/english-stem.js';
import { wordSet } from '../../language/stop-words.js';
import type { RestAction } from './rest-facts.js';

/** English words by their stems; all forms of a verb meet. */
const ENGLISH: Readonly<Record<RestAction, string>> = {
  read: `list show get find which what who whose many see look read fetch tell display check view give where any
    download search`,
  create: `add adding create open new make start trigger run register invite post submit fork
    upload send attach record launch schedule save store`,
  change: `change rename update edit set modify switch turn enable disable mark move bump scale patch replace raise
    lower adjust overwrite swap reset approve close reopen publish merge extend`,
  remove: `delete remove kill revoke drop clear cancel rid wipe purge unassign unfollow dismiss erase discard
    destroy empty strip detach uninstall`,
};

/** German, French and Spanish words by their beginnings, as their verbs change at the end. */
const BEGINNINGS: Readonly<Record<RestAction, string>> = {
  read: `zeig welche wieviel liste such gib quel montr affich cherch muestr cuál cual cuánt cuant quién quien busc`,
  create: `erstell anleg hinzufüg füge lege starte ajout crée creer créer ouvr crea añad agreg invit`,
  change: `änder umbenenn benenn setz aktualisier modifi renomm remplac cambi actualiz renombr`,
  remove: `lösch entfern supprim retir elimin borr quit`,
};

const ACTIONS: readonly RestAction[] = ['read', 'create', 'change', 'remove'];
const stems = byAction((action) => new Set([...wordSet(ENGLISH[action])].map(lightStem)));
const beginnings = byAction((action) => [...wordSet(BEGINNINGS[action])]);

/** What the words of a request ask to be done; several where it says several, none where it says none. */
export function askedActions(text: string): ReadonlySet<RestAction> {
  const words = text.toLowerCase().match(/[\p{L}]+/gu) ?? [];
  return new Set(ACTIONS.filter((action) => words.some((word) => says(word, action))));
}

function says(word: string, action: RestAction): boolean {
  return (
    stems[action].has(lightStem(word)) ||
    beginnings[action].some((beginning) => word.startsWith(beginning))
  );
}

function byAction<T>(of: (action: RestAction) => T): Record<RestAction, T> {
  return { read: of('read'), create: of('create'), change: of('change'), remove: of('remove') };
}
