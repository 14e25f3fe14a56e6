import type { Clock } from '../../foundation/clock.js';
import { firstChars } from '../../foundation/text.js';
import { isObject, ownValue, type JsonObject } from '../../foundation/json.js';
import type { Language } from '../../language/question-language.js';
import type { AgentEvent, ReasoningStep } from '../../agentloop/events.js';

interface StepWords {
  running(input: JsonObject, nameOf: NameOf): string;
  complete(output: JsonObject): string;
}

type NameOf = (docId: unknown) => string | undefined;

const ACTIONS: Readonly<Record<string, ReasoningStep['action_type']>> = {
  search_documents: 'searching',
  read_document: 'reading',
  read_multiple_documents: 'reading',
  rerank_documents: 'analysing',
  get_document_summary: 'analysing',
  open_document: 'opening',
  navigate_to: 'navigating',
  show_map: 'navigating',
  generate_answer: 'summarising',
};

const EN: Readonly<Record<string, StepWords>> = {
  search_documents: {
    running: ({ query }) => `Searching for: ${textOf(query)}`,
    complete: ({ total_found: count }) => `Found ${documents(Number(count))}`,
  },
  read_document: {
    running: ({ doc_id: id }, nameOf) => `Reading ${nameOf(id) ?? 'a document'}`,
    complete: ({ filename }) => `Read ${textOf(filename)}`,
  },
  read_multiple_documents: {
    running: ({ doc_ids: ids }, nameOf) =>
      `Reading ${namesOf(ids, nameOf) ?? documents(listOf(ids).length)}`,
    complete: (output) => `Read ${filenamesIn(output) ?? documents(countIn(output))}`,
  },
  rerank_documents: {
    running: ({ doc_ids: ids }) => `Weighing ${documents(listOf(ids).length)}`,
    complete: (output) => `Best fit: ${nameOfFirst(output) ?? 'none'}`,
  },
  get_document_summary: {
    running: ({ doc_id: id }, nameOf) => `Looking at ${nameOf(id) ?? 'a document'}`,
    complete: ({ filename }) => `Looked at ${textOf(filename)}`,
  },
  open_document: {
    running: ({ reason }) => `Opening a document: ${textOf(reason)}`,
    complete: ({ target }) => `Opened ${fieldOf(target, 'title')}`,
  },
  navigate_to: {
    running: ({ reason }) => `Going there: ${textOf(reason)}`,
    complete: ({ target }) => `Went to ${fieldOf(target, 'name')}`,
  },
  show_map: {
    running: ({ reason }) => `Showing a map: ${textOf(reason)}`,
    complete: ({ target }) => `Showed a map of ${counted(sitesIn(target), 'site', 'sites')}`,
  },
  generate_answer: { running: () => 'Writing the answer', complete: () => 'Wrote the answer' },
};

const DE: Readonly<Record<string, StepWords>> = {
  search_documents: {
    running: ({ query }) => `Suche nach: ${textOf(query)}`,
    complete: ({ total_found: count }) => `${dokumente(Number(count))} gefunden`,
  },
  read_document: {
    running: ({ doc_id: id }, nameOf) => `Lese ${nameOf(id) ?? 'ein Dokument'}`,
    complete: ({ filename }) => `${textOf(filename)} gelesen`,
  },
  read_multiple_documents: {
    running: ({ doc_ids: ids }, nameOf) =>
      `Lese ${namesOf(ids, nameOf) ?? dokumente(listOf(ids).length)}`,
    complete: (output) => `${filenamesIn(output) ?? dokumente(countIn(output))} gelesen`,
  },
  rerank_documents: {
    running: ({ doc_ids: ids }) => `Gewichte ${dokumente(listOf(ids).length)}`,
    complete: (output) => `Am besten passt: ${nameOfFirst(output) ?? 'keines'}`,
  },
  get_document_summary: {
    running: ({ doc_id: id }, nameOf) => `Sehe ${nameOf(id) ?? 'ein Dokument'} an`,
    complete: ({ filename }) => `${textOf(filename)} angesehen`,
  },
  open_document: {
    running: ({ reason }) => `Öffne ein Dokument: ${textOf(reason)}`,
    complete: ({ target }) => `${fieldOf(target, 'title')} geöffnet`,
  },
  navigate_to: {
    running: ({ reason }) => `Gehe dorthin: ${textOf(reason)}`,
    complete: ({ target }) => `Zu ${fieldOf(target, 'name')} gegangen`,
  },
  show_map: {
    running: ({ reason }) => `Zeige eine Karte: ${textOf(reason)}`,
    complete: ({ target }) => `Karte mit ${counted(sitesIn(target), 'Ort', 'Orten')} gezeigt`,
  },
  generate_answer: {
    running: () => 'Schreibe die Antwort',
    complete: () => 'Antwort geschrieben',
  },
};

const LANGUAGES: Readonly<Record<Language, { steps: typeof EN; failed: string }>> = {
  de: { steps: DE, failed: 'fehlgeschlagen' },
  en: { steps: EN, failed: 'failed' },
};

export interface Step {
  name: string;
  input: JsonObject;
  status: ReasoningStep['tool_status'];
  output?: unknown;
  details?: JsonObject;
}

/** The steps of one run in its user's language; documents are named as soon as a result has named them. */
export class Steps {
  private readonly names = new Map<string, string>();

  constructor(
    private readonly language: Language,
    private readonly clock: Clock,
  ) {}

  event(step: Step): AgentEvent {
    const { name, input, status, output, details = {} } = step;
    if (isObject(output)) this.learn(output);
    const message = this.messageOf(step);
    return {
      type: 'reasoning_step',
      data: {
        step: name,
        action_type: ownValue(ACTIONS, name) ?? 'analysing',
        message,
        timestamp: this.clock().getTime() / 1000,
        tool_name: name,
        tool_input: input,
        tool_output: output === undefined ? undefined : message,
        tool_status: status,
        details,
      },
    };
  }

  private messageOf({ name, input, status, output }: Step): string {
    const { steps, failed } = LANGUAGES[this.language];
    const words = ownValue(steps, name);
    const result = isObject(output) ? output : {};
    if (status === 'error')
      return isObject(result['error']) ? textOf(result['error']['message']) : failed;
    if (words === undefined) return `${name}: ${status}`;
    const nameOf: NameOf = (id) => this.names.get(String(id));
    return status === 'running' ? words.running(input, nameOf) : words.complete(result);
  }

  private learn(output: JsonObject): void {
    for (const each of [output, ...listOf(output['documents'])]) {
      if (!isObject(each)) continue;
      const { doc_id: id, filename } = each;
      if (typeof id === 'string' && typeof filename === 'string')
        this.names.set(id, textOf(filename));
    }
  }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function countIn({ documents: all }: JsonObject): number {
  return listOf(all).length;
}

function sitesIn(target: unknown): number {
  return isObject(target) ? listOf(target['sites']).length : 0;
}

function fieldOf(target: unknown, field: string): string {
  return isObject(target) ? textOf(target[field]) : '';
}

function filenamesIn({ documents: all }: JsonObject): string | undefined {
  return joined(listOf(all).map((each) => (isObject(each) ? textOf(each['filename']) : '')));
}

function namesOf(ids: unknown, nameOf: NameOf): string | undefined {
  return joined(listOf(ids).map((id) => nameOf(id) ?? ''));
}

const MOST_NAMES = 3;

/** Names in one line; undefined where one is missing or they are too many. */
function joined(names: readonly string[]): string | undefined {
  const isFew = names.length > 0 && names.length <= MOST_NAMES;
  return isFew && names.every((name) => name !== '') ? names.join(', ') : undefined;
}

function nameOfFirst({ documents: all }: JsonObject): string | undefined {
  const [first] = listOf(all);
  return isObject(first) ? textOf(first['filename']) : undefined;
}

function documents(count: number): string {
  return counted(count, 'document', 'documents');
}

function dokumente(count: number): string {
  return counted(count, 'Dokument', 'Dokumente');
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? firstChars(value, 200) : '';
}
