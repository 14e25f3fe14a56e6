/** A plain page for trying the chat: text as it streams, tool calls as they happen, previews to accept or reject. */
import { readEvents } from './sse.js';
import { createTurn } from './turn.js';

const $ = (id) => document.getElementById(id);
const context = $('context');
const subject = $('subject');
const message = $('message');

const contexts = {
  workflow: {
    list: '/v1/workflow/rules?rows=100',
    key: 'workflow_id',
    none: 'a blank canvas',
    hint: 'Try: When an order over 5000 is created, alert the operations manager with high severity and email finance@example.com.',
  },
  tables: {
    list: '/v1/data/configs?rows=100',
    key: 'config_id',
    none: 'no table',
    hint: 'Try: Show me the rows of this table. Or: sort it by name descending.',
  },
};

let conversationId = crypto.randomUUID();
let running;

/** Lists what can be opened in the chosen context; the page works without it. */
async function fillSubjects() {
  const { list, none, hint } = contexts[context.value];
  subject.replaceChildren(new Option(none, ''));
  message.placeholder = hint;
  $('hint').textContent = 'Changes are shown as previews: nothing is saved before you accept it.';
  try {
    const answer = await fetch(list);
    const { items } = await answer.json();
    subject.append(...items.map((item) => new Option(item.name, item.id)));
  } catch {
    $('hint').textContent =
      'The list of things to open could not be read; the chat works all the same.';
  }
}

function startConversation() {
  conversationId = crypto.randomUUID();
  $('log').replaceChildren();
}

/** Sends one message and draws its events until the stream ends. */
async function send(text) {
  const { key } = contexts[context.value];
  const turn = createTurn($('log'), text);
  running = new AbortController();
  setRunning(true);
  try {
    const response = await fetch('/v1/agent/chat', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        message: text,
        context_type: context.value,
        context: subject.value ? { [key]: subject.value } : {},
        conversation_id: conversationId,
      }),
      signal: running.signal,
    });
    if (!response.ok) {
      turn.fail((await response.json()).error.message);
      return;
    }
    for await (const { event, data } of readEvents(response.body)) turn.draw(event, data);
    turn.finish();
  } catch (error) {
    turn.fail(
      running.signal.aborted
        ? 'Stopped.'
        : `The connection was lost (${error.message}). Send the message again.`,
    );
  } finally {
    setRunning(false);
  }
}

function setRunning(on) {
  $('send').hidden = on;
  $('stop').hidden = !on;
}

$('composer').addEventListener('submit', (event) => {
  event.preventDefault();
  const text = message.value.trim();
  if (!text || !$('stop').hidden) return;
  message.value = '';
  void send(text);
});
message.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  $('composer').requestSubmit();
});
$('stop').addEventListener('click', () => running?.abort());
$('new-chat').addEventListener('click', startConversation);
subject.addEventListener('change', startConversation);
context.addEventListener('change', () => {
  startConversation();
  void fillSubjects();
});
void fillSubjects();
