import { createHash } from 'node:crypto';
import type { JsonObject } from '../../src/foundation/json.js';
import { newId } from '../../src/foundation/ids.js';
import { type WireEvent, useServer, dataOf } from '../support/server.js';
import { writtenRule } from '../support/previews.js';
import { calls, says, ScriptedModel, type ScriptTurn } from '../support/scripted-model.js';

const script = new ScriptedModel();
const server = useServer({ llm: script, env: { EMBEDDER: 'local' } });
let conversation: string;
let ruleName: string;
beforeEach(() => void ([conversation, ruleName] = [newId(), `Big orders ${newId()}`]));

async function chat(message: string, ...turns: ScriptTurn[]): Promise<WireEvent[]> {
  script.play(...turns);
  const body = { message, context_type: 'workflow', conversation_id: conversation };
  const events = await server.chat(body);
  script.expectUsedUp();
  return events;
}
type Shown = JsonObject & { preview_id: string; expires_at: string };
const propose = async (workflow: JsonObject = writtenRule(ruleName)) => {
  const found = [calls('find_tools', { query: 'preview a whole workflow rule' })];
  const proposed = [calls('preview_workflow', { workflow })];
  const events = await chat('show me the rule', found, proposed, [says('See.')]);
  const [preview] = dataOf(events, 'workflow_preview');
  if (preview === undefined) throw new Error(JSON.stringify(events.slice(4, 8)));
  return preview as Shown;
};
const previews = '/v1/agent/previews';
const saved = async () => {
  const name = encodeURIComponent(ruleName);
  const { body } = await server.call(`GET /v1/workflow/rules?rows=500&search=${name}`);
  return body.items as { id: string; name: string; version: number }[];
};
const lastMessage = () => script.last.messages.findLast(({ role }) => role === 'user')?.content;

describe('a preview', () => {
  it('is announced with its hash and expiry, and accepted as it was announced', async () => {
    const event = await propose();
    const shown = await server.call(`GET ${previews}/${event.preview_id}`);
    expect(shown.body.payload).toEqual(event.workflow);
    expect(shown.body.payload_text).toBe(JSON.stringify(event.workflow));
    const sha256 = createHash('sha256').update(shown.body.payload_text).digest('hex');
    expect([event.payload_sha256, shown.body.payload_sha256]).toEqual([sha256, sha256]);
    expect(shown.body.expires_at).toBe(event.expires_at);
    const age = Date.parse(event.expires_at) - Date.parse(shown.body.created_at);
    expect(age).toBe(24 * 60 * 60 * 1000);
    const { status, body } = await server.call(`POST ${previews}/${event.preview_id}/accept`, {});
    expect([status, body.state]).toEqual([200, 'accepted']);
    const [rule] = await saved();
    expect(body.result).toEqual({ id: rule?.id, name: ruleName, version: rule?.version });
  });

  it('of a new rule makes its draft a draft of the saved rule: what is added next changes that', async () => {
    const config = { recipients: ['ops@example.com'], subject: 'Look', body: 'Please look.' };
    const email = (name: string) =>
      calls('add_draft_action', { name, action_type: 'send_email', config });
    const draft = { name: ruleName, entity: 'sales.orders', trigger_type: 'on_create' };
    const shows = [[calls('preview_draft')], [says('See.')]];
    const building = [[calls('start_draft', draft)], [email('Tell operations')]];
    // Of the same name, and not what was accepted.
    await chat('another', [calls('start_draft', draft)], [says('Begun.')]);
    const first = await chat('watch orders', ...building, ...shows);
    const [shown] = dataOf(first, 'workflow_preview');
    const id = String(shown?.['preview_id']);
    expect((await server.call(`POST ${previews}/${id}/accept`, {})).status).toBe(200);
    const second = await chat('tell them again', [email('Tell operations again')], ...shows);
    const actions = [{ name: 'Tell operations' }, { name: 'Tell operations again' }];
    const change = { is_update: true, workflow: { name: ruleName, actions } };
    expect(dataOf(second, 'workflow_preview')).toMatchObject([change]);
    const { body } = await server.call('GET /v1/agent/drafts');
    const own = (body.items as Record<string, unknown>[]).filter(({ name }) => name === ruleName);
    expect(own.map(({ workflow_id: of }) => typeof of)).toEqual(['string', 'undefined']);
  });
});

it('the next turn tells the model what was accepted, once, and leaves what was said before as it was', async () => {
  const { preview_id: id } = await propose();
  await server.call(`POST ${previews}/${id}/accept`, {});
  await chat('and now?', [says('It is saved.')]);
  const told = lastMessage();
  expect(told).toMatch(/^\[Note from the application: Preview .* was accepted by the user.*\]\n\n/);
  expect(told?.endsWith('\n\nand now?')).toBe(true);
  const before = script.last;
  await chat('thanks', [says('You are welcome.')]);
  expect(lastMessage()).toBe('thanks');
  expect(script.last.system).toBe(before.system);
  expect(script.last.messages.slice(0, before.messages.length)).toEqual(before.messages);
});

it('a correction in a later message is marked where it is nearly the same, and ends what the model says it replaces', async () => {
  const first = await propose(writtenRule(`${ruleName} over 8000`));
  const second = await propose(writtenRule(`${ruleName} over 7500`));
  expect(second).toMatchObject({ resembles: { preview_id: first.preview_id } });
  const replaces = first.preview_id.slice(0, 8);
  expect(lastMessage()).toContain(`"replaces": "${replaces}"`);
  const tool = script.last.tools.find(({ name }) => name === 'preview_workflow');
  expect(tool?.inputSchema).toMatchObject({ properties: { replaces: { type: 'string' } } });
  const input = { workflow: writtenRule(`${ruleName} over 7000`), replaces };
  const third = await chat('no, 7000', [calls('preview_workflow', input)], [says('See.')]);
  const [shown] = dataOf(third, 'workflow_preview');
  expect(shown).toMatchObject({ replaces: [first.preview_id] });
  const { body } = await server.call(`GET ${previews}/${first.preview_id}`);
  expect(body).toMatchObject({ state: 'superseded', superseded_by: shown?.['preview_id'] });
});

it('nothing the model says accepts, and no tool can: none decides on previews', async () => {
  const { body } = await server.call('GET /v1/agent/tools');
  const effects = new Set(body.items.map(({ effect }: { effect: string }) => effect));
  expect([...effects].sort()).toEqual(['preview', 'read', 'write']);
  const names: string[] = body.items.map(({ name }: { name: string }) => name);
  expect(names.filter((name) => /accept|approve|apply_preview|save|commit/.test(name))).toEqual([]);
});

it('the audit log is open to whoever has a server to themselves', async () => {
  const { status, body } = await server.call('GET /v1/agent/audit/verify');
  expect([status, body]).toMatchObject([200, { ok: true }]);
});
