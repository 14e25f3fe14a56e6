import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isObject } from '../../../../src/foundation/json.js';
import { getJson } from '../../api/client.js';
import { LIBRARY } from '../../library/queries.js';
import { spaced } from '../../ui/format.js';
import { t } from './texts.js';

/** A user or role whom a step of a rule can be for. */
export interface Person {
  id: string;
  kind: 'user' | 'role';
  name: string;
}

/** What people call users and roles, by their ids. */
type PeopleNames = ReadonlyMap<string, string>;

/** All users and roles by name; empty until they are known, and where they cannot be read. */
export function usePeople(): PeopleNames {
  return useDirectory(namesOf) ?? NOBODY;
}

/** All users and roles; empty until they are known, and where they cannot be read. */
export function usePersons(): readonly Person[] {
  return useDirectory(asTheyAre) ?? NO_ONE;
}

const NOBODY: PeopleNames = new Map();
const NO_ONE: readonly Person[] = [];
const asTheyAre = (items: readonly Person[]) => items;

function useDirectory<T>(read: (items: readonly Person[]) => T): T | undefined {
  const select = useCallback(({ items }: { items: readonly Person[] }) => read(items), [read]);
  const { data } = useQuery({
    queryKey: ['people'],
    queryFn: ({ signal }) => getJson<{ items: Person[] }>(`${LIBRARY}/people`, signal),
    select,
    staleTime: 5 * 60_000,
    retry: false,
  });
  return data;
}

/** By id; roles are told from users. */
export function namesOf(people: readonly Person[]): PeopleNames {
  return new Map(people.map((person) => [person.id, nameOf(person)]));
}

/** What a user or role is called. */
export function nameOf({ kind, name }: Person): string {
  return kind === 'role' ? t('{name} (role)', { name: spaced(name) }) : name;
}

/** The same value with names in the place of ids. */
export function withNames<T>(value: T, people: PeopleNames): T {
  return named(value, people) as T;
}

function named(value: unknown, people: PeopleNames): unknown {
  if (typeof value === 'string') return people.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => named(item, people));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, named(item, people)]));
}
