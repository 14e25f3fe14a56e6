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
import type { PersonWish } from './read-people.js';
import { ruleLanguage } from './lexicon.js';

/** Someone who can be addressed: an id of a user or role, or an e-mail address. */
export interface Person {
  id: string;
  name: string;
  kind: 'user' | 'role' | 'email';
  /** Title and address of a user. */
  about?: string;
}

/** Results of lookups by the words looked for. */
export type Found = ReadonlyMap<string, unknown>;

/** Looks up the people of some wishes, and what else is wanted in the same turn. */
export function* findPeople(
  wishes: readonly PersonWish[],
  besides: readonly WantedCall[] = [],
): Part<{ found: Found; others: readonly unknown[] }> {
  const said = wishes.flatMap((wish) => (wish.kind === 'name' ? [wish.text] : []));
  const names = [...new Set(said)];
  const calls = names.map((query) => ({ name: 'find_recipients', arguments: { query } }));
  const results = yield* lookUp([...besides, ...calls]);
  const found = results.slice(besides.length);
  return { others: results, found: new Map(names.map((name, at) => [name, found[at]])) };
}

/** The people of the wishes, from the results of their lookups; ends the plan with a question when one is unclear. */
export function resolvePeople(wishes: readonly PersonWish[], found: Found): Person[] {
  return wishes.map((wish) => {
    if (wish.kind === 'email') return { id: wish.text, name: wish.text, kind: 'email' };
    if (wish.kind === 'self') {
      return giveUp(
        'I do not know who you are in this system. What is your name or e-mail address?',
      );
    }
    return choose(wish.text, found.get(wish.text));
  });
}

function choose(text: string, data: unknown): Person {
  const users = toPeople(objectOf(data)['users'], 'user');
  const roles = toPeople(objectOf(data)['roles'], 'role');
  const said = text.toLowerCase().split(/\s+/);
  if (said.every((word) => personNouns.has(word)))
    return giveUp(
      `Which ${text.toLowerCase()} do you mean? I need a name, a role or an e-mail address. Whom shall it go to?`,
    );
  const wanted = ruleLanguage.read(text);
  const groups = [namedIn(roles, wanted), namedIn(users, wanted)];
  const isProper = /^\p{Lu}/u.test(text);
  const byName = (isProper ? groups.toReversed() : groups).find((group) => group.length > 0);
  const [first, second] = byName ?? nearly(roles, users, said);
  if (first && !(second && byName && first.kind === 'user')) return first;
  return giveUp(unclear(text, byName ?? [...roles, ...users], data));
}

/** "warehouse" means the shortest role with that word, else the one user whose name, title or address says all words. */
function nearly(roles: readonly Person[], users: readonly Person[], said: readonly string[]) {
  const says = (text: string) => {
    const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return said.every((each) => words.some((word) => word.startsWith(each.slice(0, 6))));
  };
  const fitting = roles.filter(({ name }) => says(name));
  const own = users.filter(({ name, about = '' }) => says(`${name} ${about}`));
  const shortest = fitting.toSorted((a, b) => a.name.length - b.name.length);
  return fitting.length > 0 ? shortest : own.length === 1 ? own : [];
}

function toPeople(value: unknown, kind: 'user' | 'role'): Person[] {
  const items = objectsOf(objectOf(value)['items'] ?? value);
  return items.map((item) => ({
    ...{ id: textOf(item['id']), name: textOf(item['name']), kind },
    about: `${textOf(item['title'])} ${textOf(item['email'])}`,
  }));
}

function unclear(text: string, candidates: readonly Person[], data: unknown): string {
  if (candidates.length > 0) {
    const names = candidates.slice(0, 6).map((person) => person.name);
    return `“${text}” could be ${names.join(' or ')}. Whom do you mean?`;
  }
  const hint = textOf(objectOf(data)['hint']);
  const close = /Close names: ([^]*)$/.exec(hint)?.[1]?.replace(/\.$/, '');
  const record = ruleLanguage.read(text).has('entity.*')
    ? ` A rule can only address people and roles of this system: a ${text.toLowerCase()} is a record and none of these.`
    : '';
  return `I found nobody and no role called “${text}”.${record}${close ? ` There are, for example, ${close}.` : ''} Whom do you mean?`;
}
