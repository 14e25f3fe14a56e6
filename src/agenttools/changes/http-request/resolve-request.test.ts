import { expect, test } from '@jest/globals';
import { parseJson } from '../../../foundation/exact-json.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { ReadClient } from '../../sources/clients.js';
import { lookAfter } from './resolve-request.js';

/** What is found of a PATCH whose answer was lost, where this is stored now. */
function found(sent: string, stored: string): Promise<string> {
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, text: stored };
  const read = { exchange: () => Promise.resolve(answer) } as unknown as ReadClient;
  const rules = { action: 'patch', secrets: [] };
  const compared = Object.keys(parseJson(sent) as JsonObject);
  const facts = { rules, twin: { path: '/x/1' }, hash: 'of what was there', compared };
  return lookAfter(`{"body":${sent}}`, { previewId: 'p', isEdited: false, read, facts });
}

test.each<[sent: string, stored: string, is: string]>([
  ['{"n":9007199254740993}', '{"n":"9007199254740993"}', 'done'],
  ['{"n":9007199254740993}', '{"n":"9007199254740992"}', 'unclear'],
  ['{"price":0.1}', '{"price":"0.10000000000000000000"}', 'done'],
  ['{"price":0.1}', '{"price":"0.2"}', 'unclear'],
  ['{"code":"007"}', '{"code":7}', 'unclear'],
  ['{"all":[{"n":1}]}', '{"all":[{"n":"1","made":"today"}]}', 'done'],
  ['{"__proto__":{"a":1}}', '{"b":1}', 'unclear'],
  ['{"constructor":{"name":"Object"}}', '{"b":1}', 'unclear'],
])('of %s with %s stored: %s', async (sent, stored, is) => {
  expect(await found(sent, stored)).toBe(is);
});
