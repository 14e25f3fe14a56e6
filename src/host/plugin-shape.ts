import { isObject } from '../foundation/json.js';
import type { AnyPlugin, Plugin } from './plugin.js';

/** A plugin's name: its migrations, its settings and its faults go by it. */
const NAME = /^[a-z][a-z0-9-]{0,39}$/;

interface Form {
  fits: (value: unknown) => boolean;
  /** What is valid, after "must be". */
  valid: string;
}

const isFunction = (value: unknown): boolean => typeof value === 'function';
const text: Form = { fits: (value) => typeof value === 'string', valid: 'a text' };
const method: Form = { fits: isFunction, valid: 'a function' };
const list: Form = {
  fits: (value) => Array.isArray(value) || isFunction(value),
  valid: 'a list, or a function that makes one of what open answered',
};
const map: Form = {
  fits: (value) => isObject(value) || isFunction(value),
  valid: 'an object, or a function that makes one of what open answered',
};

/** Each member of a plugin and what it may be; held to the type by the compiler. */
const members: Readonly<Record<keyof Plugin, Form>> = {
  name: {
    fits: (value) => typeof value === 'string' && NAME.test(value),
    valid:
      'a small letter and up to 39 more small letters, digits and dashes, and no name of another plugin',
  },
  sextant: { ...text, valid: 'a range of versions such as "^0.1"' },
  settings: method,
  migrations: {
    // By its form: a module of another realm, as in a test, has a URL class of its own.
    fits: (value) => isObject(value) && String(value['href']).startsWith('file:'),
    valid: "the URL of a folder: new URL('./migrations/', import.meta.url)",
  },
  open: method,
  sources: list,
  changes: map,
  interceptors: list,
  agents: map,
  commands: { ...list, fits: (value) => Array.isArray(value), valid: 'a list of commands' },
  promptSections: map,
  drafts: map,
  attachments: map,
  conversationCleanup: method,
  routes: list,
  attach: method,
  probes: map,
  stop: method,
  close: method,
};

/** A member that plugins of earlier releases have: it is read by nobody, and for one release not refused. */
export const FORMER_MEMBER = 'offline';

/** What is wrong with something that should be a plugin, a sentence for each member; empty when nothing is. */
export function shapeFaults(value: unknown): string[] {
  if (!isObject(value)) return ['A plugin is an object with a name.'];
  const known = Object.keys(members) as (keyof Plugin)[];
  const unknown = Object.keys(value).filter(
    (key) => key !== FORMER_MEMBER && !Object.hasOwn(members, key),
  );
  return [
    ...unknown.map((key) => `It has no member "${key}"; valid are ${known.join(', ')}.`),
    ...known
      .filter((key) => key === 'name' || value[key] !== undefined)
      .filter((key) => !members[key].fits(value[key]))
      .map((key) => `Its member "${key}" must be ${members[key].valid}.`),
  ];
}

/** The name by which people know something that should be a plugin. */
export function nameOf(plugin: unknown, otherwise: string): string {
  const name = isObject(plugin) ? (plugin as Partial<AnyPlugin>).name : undefined;
  return typeof name === 'string' && name !== '' ? name.slice(0, 60) : otherwise;
}
