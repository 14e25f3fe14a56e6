// A plain object that imports nothing, so it can lie anywhere; `definePlugin` of sextant/plugin types one.
const ticket_id = { type: 'integer', minimum: 1, description: 'Number of the ticket, such as 3.' };
const byId = { required: ['ticket_id'], contextIds: { ticket_id: { key: 'ticket_id' } } };
const status = { enum: ['open', 'waiting', 'closed'] };
const priority = { enum: ['low', 'normal', 'urgent'] };
const list = (read, query) => read.get(['tickets'], query);
const load = async (read, id) => stored(await read.get(['tickets', id]));
const stored = (ticket) => ({ ...ticket, id: `${ticket.id}`, name: ticket.title });
const patch = (id, text) => ({
  method: 'PATCH',
  segments: ['tickets', id],
  body: JSON.parse(text),
});
const apply = async (write, text, id) => stored(await write.send(patch(id, text)));
const tools = [
  {
    name: 'find_tickets',
    description: 'Lists tickets: all, those of one status, or those that hold some words.',
    examples: ['Which tickets are open?', 'Is there a ticket about the printer?'],
    properties: { status, words: { type: 'string', minLength: 1 } },
    execute: async (query, { read }) => ({ result: await list(read, query) }),
  },
  {
    name: 'get_ticket',
    description: 'Shows one ticket in full: text, status, priority.',
    examples: ['What does ticket 3 say?', 'Show me ticket 12'],
    properties: { ticket_id },
    ...byId,
    execute: async (input, { read }) => ({ result: await load(read, `${input.ticket_id}`) }),
  },
  {
    name: 'propose_ticket_change',
    description: 'Proposes to change the status or priority of a ticket: close, reopen, urgent.',
    examples: ['Close ticket 3', 'Make ticket 2 urgent'],
    properties: { ticket_id, status, priority },
    ...byId,
    proposes: 'ticket_change',
    execute: async ({ ticket_id: id, ...wanted }, { read }) => {
      const before = await load(read, `${id}`);
      const description = `Change ticket ${id}, "${before.title}".`;
      const payload = { ...wanted, if_version: before.version };
      const extra = { title: before.title, before, after: { ...before, ...wanted } };
      const preview = { kind: 'ticket_change', targetId: `${id}`, description, payload, extra };
      return { result: wanted, signals: [{ type: 'preview', preview }] };
    },
  },
];

export default {
  name: 'tickets',
  sextant: '^0.1',
  settings: (read, part) => ({ url: read.baseUrl('TICKETS_URL') ?? part.url }),
  open: ({ settings, createBackend }) => ({ backend: createBackend({ baseUrl: settings.url }) }),
  sources: ({ backend }) => [{ id: 'tickets', title: 'Tickets', backend, tools }],
  changes: { ticket_change: { title: 'ticket', versionField: 'if_version', load, apply } },
  routes: ({ backend }) => {
    const handle = ({ caller, query }) => list(backend.readFor(caller), query);
    return [{ method: 'GET', path: '/v1/tickets', handle }];
  },
};
