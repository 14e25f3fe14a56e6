import * as kit from '../../../../samples/offline-model/kit.js';
import { ruleLanguage } from './lexicon.js';
import type { PersonWish } from './read-people.js';

/** Someone who can be addressed: an id of a user or role, an e-mail address, or the record's own column of people. */
export interface Person {
  id: string;
  name: string;
  kind: 'user' | 'role' | 'email' | 'own';
  /** Title and address of a user. */
  about?: string;
}

/** Finds the people of some wishes; ends the plan with a question when one is unclear. */
export type Resolve = (
  wishes: readonly PersonWish[],
  columns?: readonly kit.KnownColumn[],
) => Person[];

/** Looks up the people of some wishes, and what else is wanted in the same turn. */
export function* findPeople(
  wishes: readonly PersonWish[],
  besides: readonly kit.WantedCall[] = [],
): kit.Part<{ resolve: Resolve; others: readonly unknown[] }> {
  const names = [...new Set(wishes.flatMap(({ kind, text }) => (kind === 'name' ? text : [])))];
  const calls = names.map((query) => ({ name: 'find_recipients', arguments: { query } }));
  const others = yield* kit.lookUp([...besides, ...calls]);
  const found = others.slice(besides.length);
  return {
    others,
    resolve: (wanted, columns = []) =>
      wanted.map(({ kind, text }) => {
        if (kind === 'own') return inColumn(text, columns);
        if (kind === 'email') return { id: text, name: text, kind };
        if (kind === 'name') return choose(text, kit.objectOf(found[names.indexOf(text)]));
        return kit.giveUp(
          'I do not know who you are in this system. What is your name or e-mail address?',
        );
      }),
  };
}

/** "the sales rep of the order": whom a column of the record names. */
function inColumn(text: string, columns: readonly kit.KnownColumn[]): Person {
  const [role = '', record = ''] = text.split(' of ');
  const fits = (key: string) =>
    role.split(' ').every((word) => key.split('_').some((part) => word.startsWith(part)));
  const found = columns.find(({ key }) => fits(key));
  return found
    ? { id: `{{${found.key}}}`, name: text, kind: 'own' }
    : kit.giveUp(`A record of ${record} names no “${role}”. Whom shall it go to?`);
}

/** The one who is called so; a group before a user whose title says the same, unless the name is a proper one. */
function choose(text: string, { users, roles, hint }: ReturnType<typeof kit.objectOf>): Person {
  const said = text.toLowerCase().split(/\s+/);
  if (said.every((word) => kit.personNouns.has(word)))
    kit.giveUp(
      `Which ${text.toLowerCase()} do you mean? I need a name, a role or an e-mail address. Whom shall it go to?`,
    );
  if (/['’]s? /.test(text))
    kit.giveUp(`I cannot tell who “${text}” is. Whom shall it go to, by name or role?`);
  const wanted = ruleLanguage.read(text);
  const groups = [toPeople(roles, 'role'), toPeople(users, 'user')];
  if (/^\p{Lu}/u.test(text)) groups.reverse();
  const named = groups
    .map((people) => kit.namedIn(people, wanted))
    .find(({ length }) => length > 0);
  const [first, second] = named ?? groups.flat().filter((person) => saysAll(person, said));
  if (first && (first.kind === 'role' || second === undefined))
    return named ? first : { ...first, about: `${first.about ?? ''} ${text}` };
  const records = wanted.all('entity.*').filter(({ to }) => to === wanted.tokens.length);
  const isRecord = named === undefined && records.length > 0;
  const candidates = (isRecord ? [] : (named ?? groups.flat())).slice(0, 6).map(({ name }) => name);
  if (candidates.length > 0)
    kit.giveUp(`“${text}” could be ${candidates.join(' or ')}. Whom do you mean?`);
  const record = isRecord
    ? ` A rule can only address people and roles of this system, and “${text.toLowerCase()}” speaks of a record.`
    : '';
  const close = /Close names: ([^]*)$/.exec(kit.textOf(hint))?.[1];
  const others = close ? ` There are, for example, ${close.replace(/\.$/, '')}.` : '';
  return kit.giveUp(
    `I found nobody and no role called “${text}”.${record}${others} Whom do you mean?`,
  );
}

/** "warehouse" for the role Warehouse Manager, "head of purchasing" for who has that title. */
function saysAll({ name, about = '' }: Person, said: readonly string[]): boolean {
  const words = `${name} ${about}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return said.every((each) =>
    words.some((word) => word.startsWith(each.replace(/s$/, '').slice(0, 6))),
  );
}

function toPeople(list: unknown, kind: 'user' | 'role'): Person[] {
  return kit.objectsOf(kit.objectOf(list)['items'] ?? list).map((item) => ({
    ...{ id: kit.textOf(item['id']), name: kit.textOf(item['name']), kind },
    about: kind === 'user' ? `${kit.textOf(item['title'])} ${kit.textOf(item['email'])}` : '',
  }));
}
