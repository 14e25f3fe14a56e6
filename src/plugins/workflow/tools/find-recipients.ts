import { closeNames } from '../../../agenttools/names.js';
import { defineTool } from '../../../agenttools/define-tool.js';
import { limitProperty, show } from '../../../platform/lists.js';
import { searchWords, wordScore } from '../../../agenttools/search-words.js';
import { defined } from '../../../foundation/defined.js';
import { loadDirectory } from './people.js';
import type { Role, User } from './wire.js';

interface Input {
  query?: string;
  kind?: 'user' | 'role';
  limit?: number;
}

/** Users and roles by name. */
export const findRecipients = defineTool<Input>({
  name: 'find_recipients',
  description:
    'Finds users and roles by name, title, mail or role, with their ids: who can get an alert or mail, or approve something. Use it when it is not clear whom the user means.',
  properties: {
    query: { type: 'string', description: 'Name, title, role or mail; leave out for all.' },
    kind: { type: 'string', enum: ['user', 'role'], description: 'Only users or only roles.' },
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
  groups: ['workflow'],
  effect: 'read',
  execute: async ({ query, kind, limit }, { read }) => {
    const directory = await loadDirectory(read);
    const users = kind === 'role' ? [] : pick(directory.users, userText, query);
    const roles = kind === 'user' ? [] : pick(directory.roles, roleText, query);
    const names = directory.people.map((person) => person.name);
    const nothing = users.length + roles.length === 0 && query;
    return {
      result: {
        users: show(users.map(toUserLine), limit),
        roles: show(roles.map(toRoleLine), limit),
        ...defined({
          hint: nothing
            ? `No one fits. Close names: ${closeNames(names, query).join(', ')}.`
            : undefined,
        }),
      },
    };
  },
});

/** Those that hold all words, or, when none does, those that hold most of them. */
function pick<T>(items: readonly T[], textOf: (item: T) => string, query?: string): T[] {
  const words = searchWords(query ?? '');
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

function roleText(role: Role): string {
  return `${role.name} ${role.description ?? ''}`;
}

function toUserLine({ id, first_name, last_name, email, title, roles }: User) {
  return { id, name: `${first_name} ${last_name}`, title, email, roles };
}

function toRoleLine({ id, name, description }: Role) {
  return { id, name, description };
}
