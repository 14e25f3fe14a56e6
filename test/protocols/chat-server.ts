import { newId } from '../../src/foundation/ids.js';
import { proposesRules } from '../support/previews.js';
import { ScriptedModel, type ScriptTurn } from '../support/scripted-model.js';
import { useServer } from '../support/server.js';

const tokens = { ada: 'a-token-of-ada-0000', bob: 'a-token-of-bob-0000' };
export type User = keyof typeof tokens;

/** A server that two users chat with, whose model may propose a rule, with another name in each test. */
export function useChatServer() {
  const script = new ScriptedModel();
  const auth = { AUTH: 'static', AUTH_TOKENS: `ada:${tokens.ada},bob:${tokens.bob}` };
  const server = useServer({ llm: script, env: { ...auth, EMBEDDER: 'local' } });
  const rule = { name: '' };
  beforeEach(() => void (rule.name = `Big orders ${newId()}`));
  const get = (path: string) => server.call(`GET ${path}`, undefined, tokens.ada);
  const search = () => `/v1/workflow/rules?rows=500&search=${encodeURIComponent(rule.name)}`;
  return {
    script,
    server,
    rule,
    get,
    as: (user: User) => ({ authorization: `Bearer ${tokens[user]}` }),
    post: (path: string, body?: object) => server.call(`POST ${path}`, body, tokens.ada),
    /** The model's turns of the next run. */
    answer: (...turns: ScriptTurn[]) => void script.play(...turns),
    /** Lets the model propose the rule in the next run. */
    proposal: () => void script.play(...proposesRules([rule.name], 'Look: ')),
    storedRules: async () => (await get(search())).body.items as { name: string }[],
  };
}
