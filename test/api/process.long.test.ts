import { deferred } from '../support/deferred.js';
import { useServers } from '../support/child.js';
import { postJson, serve } from '../support/http-server.js';
import { serveKnowing } from '../support/knowing-model.js';
import { readStream, type WireEvent } from '../support/server.js';
import { useOpened } from '../support/use-opened.js';
import { useFolders } from '../support/embedded-template.js';

const message = 'which workflow rules do we have?';

const model = useOpened(() =>
  serveKnowing({ [message]: { calls: [['list_workflow_rules', {}]], says: 'These.' } }),
);
const asked = deferred<void>();
const platform = useOpened(() =>
  serve(({ url }) => {
    if (url?.startsWith('/v1/workflow/rules')) asked.resolve();
  }),
);

const folder = useFolders('platform');
const spawnServer = useServers(() => {
  return { DATA_DIR: folder.path, PLATFORM_URL: platform.url, ...model.env };
});

test('the server as a process ends open streams with a terminal event and exits 0 within 5 s on SIGTERM', async () => {
  const child = spawnServer();
  const body = { message, context_type: 'workflow' };
  const answer = await postJson(`${await child.ready()}/v1/agent/chat`, body);
  const events: WireEvent[] = [];
  for await (const event of readStream(answer)) {
    events.push(event);
    if (event.event !== 'tool_call_start') continue;
    await asked.promise;
    child.signal('SIGTERM');
  }
  const end = { event: 'error', data: { code: 'shutting_down', retryable: true } };
  expect(events.at(-1)).toMatchObject(end);
  // It gives itself 4.5 s: past them it ends with another code.
  expect(await child.exitCode()).toBe(0);
});
