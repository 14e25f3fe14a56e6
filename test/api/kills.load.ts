import type { JsonObject } from '../../src/foundation/json.js';
import { newId } from '../../src/foundation/ids.js';
import { postJson } from '../support/http-server.js';
import { writtenRule } from '../support/previews.js';
import { eventsIn as wholeEventsIn } from '../support/runs.js';

export interface Part {
  words?: number;
  call?: { name: string; input: JsonObject };
}

export interface SeenPreview {
  id: string;
  /** The name of the rule that it makes or changes. */
  rule: string;
  acknowledged: string[];
}

/** Everything that clients were told, by all servers together. */
export class Ledger {
  /** What was read of runs, from the start, up to where the connection broke. */
  readonly streams: { message: string; text: string }[] = [];
  /** What second readers read, from after event 3. */
  readonly followed: { runId: string; text: string }[] = [];
  readonly previews: SeenPreview[] = [];
  /** The drafts of which a client saw that an action is in them. */
  readonly drafts: string[] = [];
  /** Accepts that were sent and never answered. */
  unanswered = 0;
  /** Refusals and errors, of which there should be none. */
  readonly surprises: string[] = [];
}

class Gone extends Error {}

/** Users who never stop; their promises resolve when the server is gone. */
export class Load {
  /** Resolves when a first run has come to its end. */
  readonly underWay: Promise<void>;
  private toldUnderWay = (): void => {};

  constructor(
    private readonly url: string,
    private readonly ledger: Ledger,
  ) {
    this.underWay = new Promise((resolve) => (this.toldUnderWay = resolve));
  }

  /** Talks, and has each run read by a second reader. */
  async talk(conversation = newId()): Promise<void> {
    const rules = calling('list_workflow_rules', {}, 5);
    await untilGone(() => this.chat(conversation, [rules, { words: 60 }]));
  }

  /** Has rules made and changed, each preview accepted several times at once and again. */
  async decide(conversation = newId()): Promise<void> {
    await untilGone(async () => {
      const rule = `Decided ${newId()}`;
      const made = { workflow: writtenRule(rule) };
      const changed = (description: string) => ({ workflow: { description }, workflow_id: rule });
      for (const input of [made, changed('Once'), changed('Twice')])
        await this.chat(conversation, [calling('preview_workflow', input), { words: 3 }], rule);
    });
  }

  /** Has rules built step by step, accepted likewise. */
  async draft(conversation = newId()): Promise<void> {
    await untilGone(async () => {
      const rule = `Drafted ${newId()}`;
      const begin = { name: rule, entity: 'sales.orders', trigger_type: 'on_create' };
      const config = { recipients: ['ops@example.com'], subject: 'Look', body: 'Please look.' };
      const add = { draft_id: 'begun', name: 'Tell', action_type: 'send_email', config };
      const parts = [calling('start_draft', begin), calling('add_draft_action', add)];
      const shown = calling('preview_draft', { draft_id: 'begun' });
      await this.chat(conversation, [...parts, shown, { words: 3 }], rule);
    });
  }

  /** One run, noted as far as it came, and its preview accepted. */
  private async chat(conversation: string, parts: Part[], rule = ''): Promise<void> {
    const message = JSON.stringify(parts);
    const body = { message, context_type: 'workflow', conversation_id: conversation };
    const response = await ask(`${this.url}/v1/agent/chat`, body);
    const text = await this.readTwice(response);
    this.ledger.streams.push({ message, text });
    this.noteSurprises(response.status, text);
    for (const { name, result } of eventsIn(text, 'tool_call_result'))
      if (name === 'add_draft_action')
        this.ledger.drafts.push(String((result as JsonObject)['draft_id']));
    const previews = eventsIn(text, 'workflow_preview').map(({ preview_id: id }) => {
      return { id: String(id), rule, acknowledged: [] };
    });
    this.ledger.previews.push(...previews);
    if (eventsIn(text, 'message_complete').length === 0) throw new Gone();
    this.toldUnderWay();
    for (const preview of previews) await this.accept(preview);
  }

  private noteSurprises(status: number, text: string): void {
    const { surprises } = this.ledger;
    if (status !== 200) surprises.push(text);
    const failed = eventsIn(text, 'tool_call_result').filter(({ is_error }) => is_error === true);
    for (const each of [...failed, ...eventsIn(text, 'error')])
      surprises.push(JSON.stringify(each));
  }

  /** The stream as it is answered; a second reader reads it from event 4 as soon as it has started. */
  private async readTwice(response: Response): Promise<string> {
    let second: Promise<void> | undefined;
    const text = await readAll(response, (begun) => {
      if (second === undefined && eventsIn(begun, 'message_start').length > 0)
        second = this.follow(runIn(begun));
    });
    await second;
    return text;
  }

  private async follow(runId: string): Promise<void> {
    const url = `${this.url}/v1/agent/runs/${runId}/events?after=3`;
    const response = await fetch(url).catch(() => undefined);
    if (response === undefined) return;
    const text = await readAll(response);
    this.ledger.followed.push({ runId, text });
    if (response.status !== 200) this.ledger.surprises.push(text);
  }

  /** Three times at once, and once more when that is answered. */
  private async accept(preview: SeenPreview): Promise<void> {
    const ends = await Promise.allSettled([1, 2, 3].map(() => this.acceptOnce(preview)));
    if (ends.some(({ status }) => status === 'rejected')) throw new Gone();
    await this.acceptOnce(preview);
  }

  private async acceptOnce(preview: SeenPreview): Promise<void> {
    try {
      const response = await ask(`${this.url}/v1/agent/previews/${preview.id}/accept`, {});
      const body = await response.text();
      if (response.status === 200) preview.acknowledged.push(body);
      else this.ledger.surprises.push(body);
    } catch {
      this.ledger.unanswered += 1;
      throw new Gone();
    }
  }
}

const calling = (name: string, input: JsonObject, words = 0) => ({ words, call: { name, input } });

async function untilGone(work: () => Promise<void>): Promise<void> {
  try {
    for (;;) await work();
  } catch (error) {
    if (!(error instanceof Gone)) throw error;
  }
}

const ask = (url: string, body: JsonObject) =>
  postJson(url, body).catch(() => {
    throw new Gone();
  });

export const runIn = (text: string): string => /"run_id":"([^"]+)"/.exec(text)?.[1] ?? '';

/** The data of the events of one kind in a stream, as far as they are whole. */
function eventsIn(text: string, event: string): JsonObject[] {
  const events = wholeEventsIn(text).filter(({ type }) => (type as string) === event);
  return events.map(({ data }) => data as unknown as JsonObject);
}

/** Reads an answer to its end, or to where it breaks. */
export async function readAll(response: Response, told: (sofar: string) => void = () => {}) {
  let text = '';
  const decoder = new TextDecoder();
  try {
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes as Uint8Array, { stream: true });
      told(text);
    }
  } catch {
    // The server was killed.
  }
  return text;
}
