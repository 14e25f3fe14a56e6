import { createHash } from 'node:crypto';

/** Takes the answer out of the address first, so that it stays in no history. */
const SCRIPT = `
const query = new URLSearchParams(location.search);
history.replaceState(null, '', location.pathname);
const answer = {};
for (const name of ['state', 'code', 'iss', 'error']) {
  const value = query.get(name);
  if (value !== null) answer[name] = value;
}
const channel = new BroadcastChannel('sextant-sign-in');
const said = document.getElementById('said');
channel.onmessage = ({ data }) => {
  if (data.state !== answer.state || data.end === undefined) return;
  said.textContent = data.end;
};
channel.postMessage(answer);
`;

const hash = createHash('sha256').update(SCRIPT).digest('base64');

/** What {@link RETURN_PAGE} may do: run its own script, and nothing else. */
export const RETURN_POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${hash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page to which authorization servers send the user back; it is the same for all answers. */
export const RETURN_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sextant: sign-in</title>
<h1>Back from signing in</h1>
<p id="said">Return to the page where you began. If it is not open any more, open it and begin again.</p>
<script>${SCRIPT}</script></html>`;
