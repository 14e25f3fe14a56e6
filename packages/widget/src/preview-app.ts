import { parseJson } from '../../../src/foundation/exact-json.js';
import { isObject } from '../../../src/foundation/json.js';
import { changeFacts, outcomeFacts } from './change-facts.js';
import { button, el } from './dom.js';

/** A preview as an MCP App: one page that a host shows beside a result, and speaks to by messages alone. */

type Fields = Record<string, unknown>;

/** The version of the extension `io.modelcontextprotocol/ui` that this speaks. */
const PROTOCOL = '2026-01-26';
const DECISION = 'sextant/decision';

const waiting = new Map<number, (answer: Fields) => void>();
let asked = 0;

const send = (message: Fields) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');

function ask(method: string, params: Fields): Promise<Fields> {
  const id = ++asked;
  send({ id, method, params });
  return new Promise((resolve) => waiting.set(id, resolve));
}

addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  if (source !== parent || !isObject(data)) return;
  const { id, method, params } = data;
  if (method === undefined) {
    waiting.get(Number(id))?.(data);
    waiting.delete(Number(id));
  } else if (method === 'ui/notifications/tool-result' && isObject(params)) show(params);
  // What else a host asks (to be alive, to be taken down) needs nothing done.
  else if (id !== undefined) send({ id, result: {} });
});

const main = document.querySelector('main') as HTMLElement;
new ResizeObserver(() => {
  const height = Math.ceil(document.documentElement.scrollHeight);
  send({ method: 'ui/notifications/size-changed', params: { height } });
}).observe(main);

/** All of it is text: nothing that a record or a model says becomes markup. */
function show(result: Fields): void {
  const { ticket, preview } = fieldsOf(fieldsOf(result['_meta'])[DECISION]);
  const answer = fieldsIn(textOf(result));
  const fields = typeof preview === 'string' ? fieldsIn(preview) : answer;
  if (typeof fields['preview_id'] !== 'string' && typeof fields['id'] !== 'string') {
    main.replaceChildren(el('p', { role: 'status' }, 'No change was proposed.'));
    return;
  }
  const state = el('p', { role: 'status' });
  const row = el('div', { class: 'row' });
  const isOpen = (fields['state'] ?? 'waiting') === 'waiting';
  state.textContent = isOpen ? 'Waiting for you. Nothing is changed yet.' : stateOf(fields);
  const decide = async (decision: string) => {
    for (const one of row.querySelectorAll('button')) one.disabled = true;
    const { payload_sha256 } = fields;
    const preview_id = fields['preview_id'] ?? fields['id'];
    const input = { preview_id, payload_sha256, ticket, decision };
    const { result: done, error } = await ask('tools/call', {
      name: 'decide_change',
      arguments: input,
    });
    const said = fieldsIn(textOf(fieldsOf(done)));
    const failed = isObject(error) ? error : fieldsOf(said['error']);
    const { message } = failed;
    state.className = typeof message === 'string' ? 'problem' : '';
    state.textContent = typeof message === 'string' ? message : stateOf(said);
    state.after(...outcomeFacts(said));
    row.replaceChildren(...link);
  };
  const { link: url } = answer;
  const open = () => void ask('ui/open-link', { url });
  const link = typeof url === 'string' ? [button('Open in Sextant', open)] : [];
  if (isOpen && typeof ticket === 'string')
    row.append(
      button('Accept', () => void decide('accept')),
      button('Reject', () => void decide('reject')),
    );
  row.append(...link);
  const { description } = fields;
  main.replaceChildren(
    el('strong', {}, String(description)),
    state,
    ...outcomeFacts(fields),
    ...changeFacts({
      ...fields,
      payload: fields['payload'] ?? fields['call'] ?? fields['request'],
    }),
    row,
  );
}

function stateOf({ state, result }: Fields): string {
  if (state === 'accepted')
    return fieldsOf(result)['pending'] === true ? 'Accepted.' : 'Accepted and saved.';
  return state === 'rejected' ? 'Rejected: nothing was saved.' : `It is ${String(state)}.`;
}

function textOf({ content }: Fields): string {
  const first: unknown = Array.isArray(content) ? content[0] : undefined;
  const { text } = fieldsOf(first);
  return typeof text === 'string' ? text : '';
}

function fieldsIn(text: string): Fields {
  try {
    return fieldsOf(parseJson(text));
  } catch {
    return {};
  }
}

function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

void ask('ui/initialize', {
  appInfo: { name: 'sextant-preview', version: '1' },
  appCapabilities: {},
  protocolVersion: PROTOCOL,
}).then(() => send({ method: 'ui/notifications/initialized', params: {} }));
