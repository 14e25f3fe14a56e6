import type { ModelState } from '../api/client.js';
import { bodyOf, EMPTY, faultOf, type ModelDraft } from './draft.js';

const none = { provider: 'none', model: 'palette', connected: false, has_key: false } as const;
const state: ModelState = { ...none, holds_for: 'all_servers', can_connect: true };
const gemini: ModelState = { ...state, provider: 'gemini', connected: true, has_key: true };
const draft = (parts: Partial<ModelDraft>): ModelDraft => ({ ...EMPTY, ...parts });

test('what is empty is not sent, and a compatible server is one of OpenAI', () => {
  expect(bodyOf(EMPTY)).toEqual({ provider: 'gemini' });
  const typed = { address: ' https://host/v1 ', key: 'k', model: 'm' };
  const sent = { provider: 'openai', address: 'https://host/v1', key: 'k', model: 'm' };
  expect(bodyOf(draft({ ...typed, kind: 'compatible' }))).toEqual(sent);
});

test.each<[string, Partial<ModelDraft>, ModelState, boolean]>([
  ['no key', {}, state, true],
  ['a key', { key: 'k' }, state, false],
  ['the key that is stored', {}, gemini, false],
  ['the key of another address', { address: 'https://other.example' }, gemini, true],
  ['the key of another provider', { kind: 'openai' }, gemini, true],
  ['Ollama needs none', { kind: 'ollama' }, state, false],
  ['an address', { kind: 'compatible', key: 'k' }, state, true],
  ['a server without a key', { kind: 'compatible', address: 'https://h' }, state, false],
])('%s', (_title, parts, at, isMissing) => expect(faultOf(draft(parts), at)).toBe(isMissing));
