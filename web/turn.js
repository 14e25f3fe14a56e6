import { addDecision } from './decision.js';

/** One message and everything that answers it. All text goes in as text nodes: nothing is parsed as HTML. */
export function createTurn(log, message) {
  const root = append(log, 'section', 'turn');
  append(root, 'div', 'user', message);
  const steps = new Map();
  let text;
  let ended = false;

  const drawers = {
    tool_selection: (data) => root.append(selection(data)),
    message_start: () => {
      text = undefined;
    },
    content_chunk: ({ chunk }) => {
      text ??= append(root, 'div', 'text');
      text.append(chunk);
    },
    tool_call_start: ({ tool_use_id, name, input }) => {
      const step = details('step', `${name} …`);
      step.append(json({ input }));
      steps.set(tool_use_id, step);
      root.append(step);
    },
    tool_call_result: ({ tool_use_id, name, is_error, elapsed_ms, result }) => {
      const step = steps.get(tool_use_id);
      if (!step) return;
      step.firstChild.textContent = `${name} ${is_error ? '✗ failed' : '✓'} (${elapsed_ms} ms)`;
      step.classList.toggle('failed', is_error);
      step.append(json({ result }));
    },
    workflow_preview: (data) => root.append(preview('Workflow preview', data, data.workflow)),
    table_config_preview: (data) => {
      const card = preview('Table preview', data, data.config);
      if (data.rows?.length) {
        card.insertBefore(table(visibleRows(data)), card.querySelector('details'));
      }
      root.append(card);
    },
    table_config_validation_error: ({ errors }) =>
      append(root, 'p', 'error', errors.map((error) => error.message).join(' ')),
    error: ({ message: reason }) => {
      ended = true;
      append(root, 'p', 'error', reason);
    },
    message_complete: () => {
      ended = true;
    },
  };

  const follow = () => root.lastElementChild?.scrollIntoView({ block: 'nearest' });
  follow();
  return {
    draw(event, data) {
      drawers[event]?.(data);
      follow();
    },
    finish() {
      if (!ended)
        this.fail('The stream ended before the answer was complete. Send the message again.');
    },
    fail(reason) {
      append(root, 'p', 'error', reason);
      follow();
    },
  };
}

function selection({ counts, tools, fallback_reason }) {
  const reason = fallback_reason ? `, no selection: ${fallback_reason}` : '';
  const node = details(
    'why',
    `Tools: ${counts.all} → ${counts.context} → ${counts.offered} offered${reason}`,
  );
  const rows = tools.map(({ name, source, score }) => ({
    tool: name,
    source,
    score: score?.toFixed(3) ?? '',
  }));
  node.append(table(rows));
  return node;
}

function preview(title, data, payload) {
  const card = document.createElement('article');
  card.className = 'preview';
  append(card, 'h2', '', `${title} (${data.is_update ? 'change' : 'new'})`);
  append(card, 'div', '', data.description);
  const body = details('why', 'As JSON');
  body.append(json(payload));
  card.append(body);
  if (data.diff) {
    const changes = details('why', 'What changes');
    changes.append(json(data.diff));
    card.append(changes);
  }
  addDecision(card, data);
  return card;
}

/** The sample rows without the columns that the configuration hides. */
function visibleRows({ rows, config }) {
  const columns = config.visual_settings?.columns ?? {};
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([key]) => !columns[key]?.hidden)),
  );
}

function table(rows) {
  const node = document.createElement('table');
  const keys = Object.keys(rows[0]);
  const head = append(node, 'tr');
  for (const key of keys) append(head, 'th', '', key);
  for (const row of rows) {
    const line = append(node, 'tr');
    for (const key of keys) append(line, 'td', '', String(row[key] ?? ''));
  }
  return node;
}

function details(className, title) {
  const node = document.createElement('details');
  node.className = className;
  append(node, 'summary', '', title);
  return node;
}

function json(value) {
  const node = document.createElement('pre');
  node.textContent = JSON.stringify(value, null, 2);
  return node;
}

function append(parent, tag, className = '', text = '') {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text) node.textContent = text;
  parent.append(node);
  return node;
}
