import { expect, test } from '@jest/globals';
import type { JsonObject } from '../../../foundation/json.js';
import { withValueAt } from './envelope.js';
import { expectedChange } from './expected-change.js';
import type { RequestRules } from './request-rules.js';

const one = (name: string, value: unknown): JsonObject => Object.fromEntries([[name, value]]);

// Names that every object of JavaScript has something under.
const names = ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty'];
const actions = ['replace', 'merge', 'patch'] as const;

test.each(names.flatMap((name) => actions.map((action) => [name, action] as const)))(
  'a field named %s is compared as any other: %s',
  (name, action) => {
    const rules: RequestRules = { action, secrets: [], fields: ['a', name] };
    const sent = { a: 1, ...one(name, { to: 2 }) };
    const added = expectedChange(rules, sent, { kind: 'value', value: { a: 1 } });
    expect(added?.diff).toEqual([{ op: 'add', path: `/${name}`, value: { to: 2 } }]);
    expect(added?.after).toEqual(sent);
    const stored = { a: 1, ...one(name, { to: 1 }) };
    const changed = expectedChange(rules, sent, { kind: 'value', value: stored });
    expect(changed?.diff).toEqual([{ op: 'replace', path: `/${name}/to`, before: 1, value: 2 }]);
    expect(withValueAt({}, `/${name}/to`, 1)).toEqual(one(name, { to: 1 }));
  },
);
