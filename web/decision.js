/** The user's decision on a preview: two buttons and a reason, then a sentence that says what happened. */
export function addDecision(card, { preview_id: id, expires_at: expiresAt }) {
  const form = document.createElement('form');
  form.className = 'decision';
  const accept = button('Accept', 'submit');
  const reason = document.createElement('input');
  Object.assign(reason, { maxLength: 1000, placeholder: 'Reason, if you reject (optional)' });
  reason.setAttribute('aria-label', 'Reason for rejecting');
  const reject = button('Reject', 'button');
  form.append(accept, reason, reject);
  const said = document.createElement('p');
  said.className = 'said';
  said.setAttribute('role', 'status');
  said.textContent = expiresAt
    ? `Can be accepted until ${new Date(expiresAt).toLocaleString()}.`
    : '';
  card.append(form, said);

  const decide = async (action, body) => {
    for (const control of form.elements) control.disabled = true;
    said.className = 'said';
    said.textContent = action === 'accept' ? 'Saving …' : 'Rejecting …';
    const { over, failed, text } = await send(id, action, body);
    said.textContent = text;
    said.classList.toggle('error', failed);
    if (over) form.remove();
    else for (const control of form.elements) control.disabled = false;
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void decide('accept', {});
  });
  reason.addEventListener('keydown', (event) => {
    // Enter in the reason must not accept.
    if (event.key === 'Enter') event.preventDefault();
  });
  reject.addEventListener('click', () => {
    const text = reason.value.trim();
    void decide('reject', text === '' ? {} : { reason: text });
  });
}

/** Errors after which nothing can be decided any more. */
const FINAL = new Set(['preview_expired', 'preview_stale', 'preview_unknown', 'not_found']);

async function send(id, action, body) {
  try {
    const response = await fetch(`/v1/agent/previews/${encodeURIComponent(id)}/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (response.ok) return { over: true, failed: false, text: sentence(answer) };
    const { code, message } = answer.error;
    // With the preview beside it the decision has been taken, and this is what came of it.
    return { over: 'preview' in answer || FINAL.has(code), failed: true, text: message };
  } catch (error) {
    return { over: false, failed: true, text: `The server was not reached (${error.message}).` };
  }
}

function sentence({ state, result, reason, recovered }) {
  if (state === 'rejected') return reason ? `Rejected: ${reason}` : 'Rejected. Nothing was saved.';
  const version = result?.version === undefined ? '' : ` (version ${result.version})`;
  const found = recovered ? ' It had been saved before.' : '';
  return `Accepted: “${result?.name ?? 'it'}” is saved${version}.${found}`;
}

function button(label, type) {
  const node = document.createElement('button');
  node.type = type;
  node.textContent = label;
  return node;
}
