import { wholeProperty } from '../foundation/json.js';
import type { ReadClient, Query } from '../agenttools/sources/clients.js';
import { ifCode } from '../foundation/errors.js';

export interface Page<T> {
  items: T[];
  total: number;
  page: number;
  rows: number;
}

/** A list cut for the model: `shown` of `total`. */
export interface Shown<T> {
  total: number;
  shown: number;
  items: T[];
}

const PAGE_ROWS = 500;
/** Beyond this a list is not searched further: the platform's own filters are the way. */
const MAX_ITEMS = 5000;

export async function fetchAll<T>(
  read: ReadClient,
  segments: readonly string[],
  query: Query = {},
): Promise<T[]> {
  const items: T[] = [];
  for (let page = 1; items.length < MAX_ITEMS; page += 1) {
    const answer = await read.get<Page<T>>(segments, { ...query, page, rows: PAGE_ROWS });
    items.push(...answer.items);
    if (answer.items.length === 0 || items.length >= answer.total) break;
  }
  return items;
}

export async function getIfThere<T>(
  read: ReadClient,
  segments: readonly string[],
): Promise<T | undefined> {
  return read.get<T>(segments).catch(ifCode('not_found', undefined));
}

/** The first `limit` items, with the total so that the model knows what it does not see. */
export function show<T>(items: readonly T[], limit = 25): Shown<T> {
  const cut = items.slice(0, limit);
  return { total: items.length, shown: cut.length, items: cut };
}

export const limitProperty = wholeProperty('How many to show at most (default 25).', 1, 100);
