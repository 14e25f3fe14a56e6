import {
  giveUp,
  lookUp,
  namedIn,
  objectOf,
  objectsOf,
  personNouns,
  textOf,
  type Part,
  type WantedCall,
} from '../../../../samples/offline-model/kit.js';
import { ruleLanguage } from './lexicon.js';
import type { PersonWish } from './read-people.js';

/** Someone who can be addressed: an id of a user or role, or an e-mail address. */
export interface Person {
  id: string;
  name: string;
  kind: 'user' | 'role' | 'email';
  /** Title and address of a user. */
  about?: string;
}

/** Finds the people of some wishes; ends the plan with a question when one is unclear. */
export type Resolve = (wishes: readonly PersonWish[]) => Person[];

/** Looks up the people of some wishes, and what else is wanted in the same turn. */
export function* findPeople(
  wishes: readonly PersonWish[],
  besides: readonly WantedCall[] = [],
): Part<{ resolve: Resolve; others: readonly unknown[] }> {
  const names = [...new Set(wishes.flatMap(({ kind, text }) => (kind === 'name' ? text : [])))];
  const calls = names.map((query) => ({ name: 'find_recipients', arguments: { query } }));
  const others = yield* lookUp([...besides, ...calls]);
  const found = others.slice(besides.length);
  return {
    others,
    resolve: (wanted) =>
      wanted.map(({ kind, text }) => {
        if (kind === 'email') return { id: text, name: text, kind };
        if (kind === 'name') return choose(text, objectOf(found[names.indexOf(text)]));
        return giveUp(
          'I do not know who you are in this system. What is your name or e-mail address?',
        );
      }),
  };
}

/** The one who is called so; a group before a user whose title says the same, unless the name is a proper one. */
function choose(text: string, { users, roles, hint }: ReturnType<typeof objectOf>): Person {
  const said = text.toLowerCase().split(/\s+/);
  if (said.every((word) => personNouns.has(word)))
    giveUp(
      `Which ${text.toLowerCase()} do you mean? I need a name, a role or an e-mail address. Whom shall it go to?`,
    );
  const wanted = ruleLanguage.read(text);
  const groups = [toPeople(roles, 'role'), toPeople(users, 'user')];
  if (/^\p{Lu}/u.test(text)) groups.reverse();
  const named = groups.map((people) => namedIn(people, wanted)).find(({ length }) => length > 0);
  const [first, second] = named ?? groups.flat().filter((person) => saysAll(person, said));
  if (first && (first.kind === 'role' || second === undefined)) return first;
  const candidates = (named ?? groups.flat()).slice(0, 6).map(({ name }) => name);
  if (candidates.length > 0)
    giveUp(`“${text}” could be ${candidates.join(' or ')}. Whom do you mean?`);
  const record = wanted.has('entity.*')
    ? ` A rule can only address people and roles of this system: a ${text.toLowerCase()} is a record and none of these.`
    : '';
  const close = /Close names: ([^]*)$/.exec(textOf(hint))?.[1];
  const others = close ? ` There are, for example, ${close.replace(/\.$/, '')}.` : '';
  return giveUp(`I found nobody and no role called “${text}”.${record}${others} Whom do you mean?`);
}

/** "warehouse" for the role Warehouse Manager, "head of purchasing" for who has that title. */
function saysAll({ name, about = '' }: Person, said: readonly string[]): boolean {
  const words = `${name} ${about}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return said.every((each) => words.some((word) => word.startsWith(each.slice(0, 6))));
}

function toPeople(list: unknown, kind: 'user' | 'role'): Person[] {
  return objectsOf(objectOf(list)['items'] ?? list).map((item) => ({
    ...{ id: textOf(item['id']), name: textOf(item['name']), kind },
    about: kind === 'user' ? `${textOf(item['title'])} ${textOf(item['email'])}` : '',
  }));
}
