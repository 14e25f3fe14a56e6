import { newId } from '../../src/foundation/ids.js';
import { useServer } from '../support/server.js';
import { knowingModel } from '../support/knowing-model.js';

const config = { recipients: ['sales@acme.example'], subject: 'New order', body: 'Look at it.' };
const columns = ['number', 'status'];
const llm = knowingModel({
  'a rule': {
    calls: [
      ['start_draft', { name: 'New order', entity: 'sales.orders', trigger_type: 'on_create' }],
      ['add_draft_action', { name: 'Tell sales', action_type: 'send_email', config }],
    ],
    says: 'It is a draft.',
  },
  'a table': {
    calls: [['preview_table_config', { name: 'Late orders', source: 'sales.orders', columns }]],
    says: 'It is a draft.',
  },
});

const server = useServer({ llm });

const ROUTE = '/v1/agent/drafts';

async function say(message: string, contextType: string, token: string): Promise<string> {
  const body = { message, context_type: contextType };
  const events = await server.chat(body, { authorization: `Bearer ${token}` });
  expect(events.at(-1)?.event).toBe('message_complete');
  const [start] = events;
  return start?.event === 'run_start' ? start.data.conversation_id : '';
}

it('lists rules and tables in the making, and deletes each once, for their own user only', async () => {
  const token = newId();
  await say('make a rule', 'workflow', token);
  const conversation = await say('make a table', 'tables', token);
  const { body } = await server.call(`GET ${ROUTE}`, undefined, token);
  const table = { kind: 'table', id: `${conversation}.new`, conversation_id: conversation };
  const workflow = { entity: 'sales.orders', trigger_type: 'on_create' };
  expect(body).toMatchObject({
    total: 2,
    items: [
      { ...table, name: 'Late orders', config: { title: 'Late orders' } },
      { kind: 'workflow', workflow },
    ],
  });
  expect(body.items[1].workflow.actions).toHaveLength(1);
  for (const [offset, item] of body.items.entries()) {
    const page = await server.call(`GET ${ROUTE}?limit=1&offset=${offset}`, undefined, token);
    expect(page.body).toEqual({ items: [item], total: 2 });
    const one = (as: string) => server.call(`GET ${ROUTE}/${item.id}`, undefined, as);
    expect([(await one(token)).body, (await one(newId())).status]).toEqual([item, 404]);
  }
  for (const { id, updated_at, expires_at } of body.items) {
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.parse(updated_at));
    const remove = (as: string) => server.call(`DELETE ${ROUTE}/${id}`, undefined, as);
    expect([(await remove(newId())).status, (await remove(token)).status]).toEqual([404, 204]);
    expect((await remove(token)).body.error.code).toBe('not_found');
  }
  expect((await server.call(`GET ${ROUTE}`, undefined, token)).body.total).toBe(0);
});

it.each(['x', 'x.new', 'a.b.c', newId(), `${newId()}.new`])('404 for %s', async (id) => {
  expect((await server.call(`DELETE ${ROUTE}/${id}`)).status).toBe(404);
  expect((await server.call(`GET ${ROUTE}/${id}`)).status).toBe(404);
});
