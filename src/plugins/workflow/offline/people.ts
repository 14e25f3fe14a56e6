import {
  giveUp,
  namedIn,
  objectOf,
  objectsOf,
  personNouns,
  textOf,
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

/** The lookup that finds a person by the words of a wish. */
export function personCall(text: string): WantedCall {
  return { name: 'find_recipients', arguments: { query: text } };
}

/** The names that need a lookup, each once. */
export function namesToFind(wishes: readonly PersonWish[]): string[] {
  return [...new Set(wishes.flatMap((wish) => (wish.kind === 'name' ? [wish.text] : [])))];
}

/** The people of the wishes, from the results of their lookups; ends the plan with a question when one is unclear. */
export function resolvePeople(
  wishes: readonly PersonWish[],
  found: ReadonlyMap<string, unknown>,
): Person[] {
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
  if (
    text
      .toLowerCase()
      .split(/\s+/)
      .every((word) => personNouns.has(word))
  )
    return giveUp(
      `Which ${text.toLowerCase()} do you mean? I need a name, a role or an e-mail address. Whom shall it go to?`,
    );
  const wanted = ruleLanguage.read(text);
  const proper = /^\p{Lu}/u.test(text);
  const groups = [namedIn(roles, wanted), namedIn(users, wanted)];
  const byName = (proper ? groups.toReversed() : groups).find((group) => group.length > 0);
  const one =
    byName?.[0] ?? partly(roles, text) ?? only(users.filter((user) => isSaid(user, text)));
  if (one && !(byName && byName.length > 1 && one.kind === 'user')) return one;
  return giveUp(unclear(text, byName ?? [...roles, ...users], data));
}

function only<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}

/** Whether each word said begins a word of the name, the title or the address: nobody is taken on a guess. */
function isSaid({ name, about = '' }: Person, text: string): boolean {
  const words = `${name} ${about}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((said) => words.some((word) => word.startsWith(said.slice(0, 6))));
}

/** "warehouse" means the role whose name begins with it when no name is said in full. */
function partly(roles: readonly Person[], text: string): Person | undefined {
  const words = text.toLowerCase().split(/\s+/);
  const fitting = roles.filter((role) =>
    words.every((word) => role.name.toLowerCase().includes(word.slice(0, 6))),
  );
  return fitting.toSorted((a, b) => a.name.length - b.name.length)[0];
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
