import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { startTestServer, type TestServer } from '../../test/support/server.js';

/** A request, and the tools of which one call without an error does its work. */
export interface WantedWork {
  request: string;
  contextType: string;
  byHand: ReadonlySet<string>;
  imported: ReadonlySet<string>;
}

/** What became of the requests of one catalogue. */
export interface ChatFigures {
  /** Requests whose work was done, or proposed as a change. */
  done: number;
  /** Requests that ended in a question or in "I did not understand". */
  asked: number;
  /** Tool calls of those that were done, in the mean. */
  calls: number;
}

const DOCUMENT = fileURLToPath(new URL('../../samples/erp/openapi.json', import.meta.url));

/** Chats with the model that comes with the server: with the hand-written tools, and over the document alone. */
export async function compareChats(
  work: readonly WantedWork[],
): Promise<{ byHand: ChatFigures; imported: ChatFigures }> {
  const folder = await mkdtemp(join(tmpdir(), 'erp-import-'));
  const sample = await startTestServer();
  const configFile = join(folder, 'sextant.yaml');
  await writeFile(configFile, stringify(configOf(sample.url)));
  const other = await startTestServer({ configFile });
  try {
    return {
      byHand: await figuresOf(sample, work, ({ contextType, byHand }) => [contextType, byHand]),
      imported: await figuresOf(other, work, ({ imported }) => ['erp', imported]),
    };
  } finally {
    await other.close();
    await sample.close();
    await rm(folder, { recursive: true });
  }
}

function configOf(baseUrl: string): object {
  return {
    sources: { erp: { openapi: DOCUMENT, base_url: baseUrl, auth: { forward: 'authorization' } } },
    agents: { erp: { title: 'ERP', description: 'The sample company.', sources: ['erp'] } },
  };
}

async function figuresOf(
  server: TestServer,
  work: readonly WantedWork[],
  chooses: (one: WantedWork) => [contextType: string, tools: ReadonlySet<string>],
): Promise<ChatFigures> {
  let done = 0;
  let asked = 0;
  let calls = 0;
  for (const one of work) {
    const [contextType, tools] = chooses(one);
    const events = await server.chat({ message: one.request, context_type: contextType });
    const results = events.flatMap((event) =>
      event.event === 'tool_call_result' ? [event.data] : [],
    );
    if (results.some(({ name, is_error: isError }) => tools.has(name) && !isError)) {
      done += 1;
      calls += results.length;
    } else if (results.length === 0) asked += 1;
  }
  return { done, asked, calls: calls / done };
}
