import { notFound } from '../../../foundation/errors.js';
import { isUuid } from '../../../foundation/ids.js';
import {
  isObject,
  type JsonObject,
  textProperty,
  choiceProperty,
} from '../../../foundation/json.js';
import { fetchAll, limitProperty, show } from '../../../platform/lists.js';
import {
  closeNames,
  matchName,
  type NameMatch,
  searchWords,
  wordScore,
} from '../../../agenttools/names.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import { type Role, type User, workflowTool } from './wire.js';

export interface Person {
  id: string;
  kind: 'user' | 'role';
  name: string;
  aliases: readonly string[];
}

/** Users and roles of the platform as the caller sees them; read again for each call. */
export interface Directory {
  users: readonly User[];
  roles: readonly Role[];
  people: readonly Person[];
}

export async function loadDirectory(read: ReadClient): Promise<Directory> {
  const [users, roles] = await Promise.all([
    fetchAll<User>(read, ['v1', 'core', 'users']),
    fetchAll<Role>(read, ['v1', 'core', 'roles']),
  ]);
  const people = users.map((user): Person => {
    const name = `${user.first_name} ${user.last_name}`.trim();
    const aliases = [name, user.username, user.email, user.title ?? ''];
    return { id: user.id, kind: 'user', name, aliases };
  });
  const addressed = roles.map(({ id, name }): Person => {
    return { id, kind: 'role', name, aliases: [name] };
  });
  return { users, roles, people: [...people, ...addressed] };
}

export function withNames(value: unknown, directory: Directory): unknown {
  if (isUuid(value)) {
    const person = directory.people.find(({ id }) => id === value);
    return person?.kind === 'role' ? `${person.name} (role)` : (person?.name ?? value);
  }
  if (Array.isArray(value)) return value.map((item) => withNames(item, directory));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withNames(item, directory)]),
  );
}

/** The user or role meant by name, user name, mail or id; `not_found` lists close names. */
export function findPerson(
  text: string,
  directory: Directory,
  path: string,
  kind?: Person['kind'],
): Person {
  const people = directory.people.filter((person) => kind === undefined || person.kind === kind);
  const match = matchPerson(text, people);
  if (match.kind === 'one') return match.item;
  const pool = (match.kind === 'many' ? match.items : people).map(({ name }) => name);
  const names = closeNames(pool, text, 6);
  throw notFound(
    `${path}: "${text}" ${match.kind === 'many' ? 'fits more than one' : 'is no'} ${kind ?? 'user or role'}. Close names: ${names.join(', ')}. find_recipients searches users and roles.`,
    [{ path, message: `"${text}" is not one user or role`, allowed: names }],
  );
}

/** By id or a whole name first (a role before users of that title), then by a part of a name. */
function matchPerson(text: string, people: readonly Person[]): NameMatch<Person> {
  const bare = plain(text).replace(/^(the|our|all) | (team|role|department|people|users)$/g, '');
  for (const wanted of [plain(text), bare, bare.replace(/s$/, '')]) {
    const exact = people.filter(
      ({ id, aliases }) => id === wanted || aliases.some((alias) => plain(alias) === wanted),
    );
    const roles = exact.filter((person) => person.kind === 'role');
    const [only] = roles.length > 0 ? roles : exact;
    if (only && (roles.length === 1 || exact.length === 1)) return { kind: 'one', item: only };
    if (exact.length > 0) return { kind: 'many', items: exact };
  }
  return matchName(people, bare, (person) => person.name);
}

function plain(text: string): string {
  return text.trim().toLowerCase().replaceAll('_', ' ');
}

const PEOPLE_LISTS = ['recipients', 'approvers', 'cc', 'bcc'];
const USER_FIELDS = ['escalation_user_id'];

export function namesPeople(config: JsonObject): boolean {
  return [...PEOPLE_LISTS, ...USER_FIELDS].some((field) => config[field] !== undefined);
}

/** A config whose users and roles are ids: a list or `{users, roles}`, as the action type wants. */
export function resolvePeople(
  config: JsonObject,
  configSchema: JsonObject,
  directory: Directory,
): JsonObject {
  const properties = isObject(configSchema['properties']) ? configSchema['properties'] : {};
  const resolved = (field: string, value: unknown): unknown => {
    if (USER_FIELDS.includes(field)) return idOf(value, directory, field, 'user');
    if (!PEOPLE_LISTS.includes(field)) return value;
    const wanted = properties[field];
    if (isObject(wanted) && wanted['type'] === 'object')
      return groupPeople(value, directory, field);
    const groups = isObject(value) ? [value['users'], value['roles']] : [value];
    return groups.flatMap(asList).map((item) => idOf(item, directory, field));
  };
  return Object.fromEntries(
    Object.entries(config).map(([field, value]) => [field, resolved(field, value)]),
  );
}

function groupPeople(value: unknown, directory: Directory, field: string): unknown {
  if (isObject(value)) {
    const kinds: Record<string, Person['kind']> = { users: 'user', roles: 'role' };
    const groups = Object.entries(value).map(([key, items]) => {
      const kind = kinds[key];
      const idIn = (item: unknown) => idOf(item, directory, `${field}.${key}`, kind);
      return [key, kind === undefined ? items : asList(items).map(idIn)];
    });
    return Object.fromEntries(groups);
  }
  const named = asList(value).filter((item) => typeof item === 'string');
  const people = named.map((item) => findPerson(item, directory, field));
  const idsOf = (kind: Person['kind']) =>
    people.filter((person) => person.kind === kind).map(({ id }) => id);
  return { users: idsOf('user'), roles: idsOf('role') };
}

function asList(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function idOf(value: unknown, directory: Directory, path: string, kind?: Person['kind']): unknown {
  if (typeof value !== 'string' || value.includes('{{') || isMailAddress(value) || isUuid(value))
    return value;
  return findPerson(value, directory, path, kind).id;
}

/** A word with an '@' inside, and a dot inside of what follows it. */
function isMailAddress(text: string): boolean {
  const at = text.indexOf('@', 1);
  return at > 0 && text.lastIndexOf('.', text.length - 2) > at + 1 && !/\s/.test(text);
}

export const findRecipients = workflowTool<{
  query?: string;
  kind?: 'user' | 'role';
  limit?: number;
}>({
  name: 'find_recipients',
  description:
    'Finds users and roles by name, title, mail or role, with their ids: who can get an alert or mail, or approve something. Use it when it is not clear whom the user means.',
  properties: {
    query: textProperty('Name, title, role or mail; leave out for all.'),
    kind: choiceProperty(['user', 'role'], 'Only users or only roles.'),
    limit: limitProperty,
  },
  examples: [
    'who is the warehouse manager?',
    'find the user called Anna',
    'which roles can receive alerts',
    'who could approve purchase orders?',
    'list all people in finance',
    'whats the email of the operations manager',
  ],
  execute: async ({ query, kind, limit }, { read }) => {
    const directory = await loadDirectory(read);
    const words = searchWords(query ?? '');
    const textOf = (role: Role) => `${role.name} ${role.description ?? ''}`;
    const users = kind === 'role' ? [] : pick(directory.users, words, userText);
    const roles = kind === 'user' ? [] : pick(directory.roles, words, textOf);
    const names = directory.people.map((person) => person.name);
    const nothing = users.length + roles.length === 0 && query ? query : undefined;
    const lines = users.map(({ id, first_name, last_name, title, email, roles: held }) => {
      return { id, name: `${first_name} ${last_name}`, title, email, roles: held };
    });
    return {
      result: {
        users: show(lines, limit),
        roles: show(roles, limit),
        hint: nothing && `No one fits. Close names: ${closeNames(names, nothing).join(', ')}.`,
      },
    };
  },
});

/** Those that hold all words, or, when none does, those that hold most of them. */
export function pick<T>(
  items: readonly T[],
  words: readonly string[],
  textOf: (item: T) => string,
): T[] {
  if (words.length === 0) return [...items];
  const scored = items
    .map((item) => ({ item, score: wordScore(words, textOf(item)) }))
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  return scored.filter(({ score }) => score > 0 && score === best).map(({ item }) => item);
}

function userText(user: User): string {
  const { username, first_name, last_name, email, title, roles } = user;
  return [username, first_name, last_name, email, title ?? '', ...roles].join(' ');
}
