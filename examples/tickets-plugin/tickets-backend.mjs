// A small ticket system to run the plugin against: node examples/tickets-plugin/tickets-backend.mjs
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

const FIELDS = { status: ['open', 'waiting', 'closed'], priority: ['low', 'normal', 'urgent'] };

/** Three tickets, in memory: each server has its own. */
const sample = () =>
  [
    { title: 'Printer on floor 2 jams', text: 'Every third page.', status: 'open' },
    { title: 'Door of the archive sticks', text: 'Since the rain.', status: 'waiting' },
    { title: 'New laptop for Ana', text: 'Starts on Monday.', status: 'open' },
  ].map((ticket, at) => ({ id: at + 1, priority: 'normal', version: 1, ...ticket }));

/** Answers a server that is not listening yet; `requests` has a line for each request, for tests. */
export function ticketsBackend() {
  const tickets = sample();
  const requests = [];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://tickets');
    requests.push(`${request.method} ${pathname}`);
    const answer = (status, body) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const fail = (status, message) => answer(status, { error: { message } });
    const [, collection, id] = pathname.split('/');
    if (collection !== 'tickets') return fail(404, 'There are only /tickets here.');
    if (id === undefined) return answer(200, { tickets: tickets.filter(matching(searchParams)) });
    const ticket = tickets.find((one) => String(one.id) === id);
    if (ticket === undefined) return fail(404, `There is no ticket ${id}.`);
    if (request.method === 'GET') return answer(200, ticket);
    if (request.method !== 'PATCH') return fail(405, 'A ticket takes GET and PATCH.');
    const { if_version: version, ...fields } = JSON.parse(await textOf(request));
    const wrong = Object.keys(fields).find((key) => !FIELDS[key]?.includes(fields[key]));
    if (wrong !== undefined) return fail(400, `${wrong} cannot be ${fields[wrong]}.`);
    if (version !== ticket.version) return fail(409, `Ticket ${id} was changed meanwhile.`);
    return answer(200, Object.assign(ticket, fields, { version: version + 1 }));
  });
  return { server, tickets, requests };
}

function matching(search) {
  const status = search.get('status');
  const words = (search.get('words') ?? '').toLowerCase().split(' ');
  return (ticket) =>
    (status === null || ticket.status === status) &&
    words.every((word) => `${ticket.title} ${ticket.text}`.toLowerCase().includes(word));
}

async function textOf(request) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const port = Number(process.env.PORT ?? 4010);
  ticketsBackend().server.listen(port, '127.0.0.1', () =>
    console.log(`Tickets at http://127.0.0.1:${port}/tickets`),
  );
}
