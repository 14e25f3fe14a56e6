import type { Clock } from '../../foundation/clock.js';
import { firstChars } from '../../foundation/text.js';
import { asList, isObject, ownValue, type JsonObject } from '../../foundation/json.js';
import type { Language } from '../../language/question-language.js';
import type { AgentEvent, ReasoningStep } from '../../agentloop/events.js';

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

/** What a step says while it runs, and when it is done; the names in braces are {@link Steps.parts}. */
type Sentences = Readonly<Record<string, readonly [running: string, complete: string]>>;

const EN = {
  failed: 'failed',
  unnamed: 'a document',
  none: 'none',
  documents: ['document', 'documents'],
  sites: ['site', 'sites'],
  steps: {
    search_documents: ['Searching for: {query}', 'Found {found}'],
    read_document: ['Reading {asked}', 'Read {filename}'],
    read_multiple_documents: ['Reading {all_asked}', 'Read {all_read}'],
    rerank_documents: ['Weighing {weighed}', 'Best fit: {best}'],
    get_document_summary: ['Looking at {asked}', 'Looked at {filename}'],
    open_document: ['Opening a document: {reason}', 'Opened {title}'],
    navigate_to: ['Going there: {reason}', 'Went to {name}'],
    show_map: ['Showing a map: {reason}', 'Showed a map of {sites}'],
    generate_answer: ['Writing the answer', 'Wrote the answer'],
  } as Sentences,
};

const DE: typeof EN = {
  failed: 'fehlgeschlagen',
  unnamed: 'ein Dokument',
  none: 'keines',
  documents: ['Dokument', 'Dokumente'],
  sites: ['Ort', 'Orten'],
  steps: {
    search_documents: ['Suche nach: {query}', '{found} gefunden'],
    read_document: ['Lese {asked}', '{filename} gelesen'],
    read_multiple_documents: ['Lese {all_asked}', '{all_read} gelesen'],
    rerank_documents: ['Gewichte {weighed}', 'Am besten passt: {best}'],
    get_document_summary: ['Sehe {asked} an', '{filename} angesehen'],
    open_document: ['Öffne ein Dokument: {reason}', '{title} geöffnet'],
    navigate_to: ['Gehe dorthin: {reason}', 'Zu {name} gegangen'],
    show_map: ['Zeige eine Karte: {reason}', 'Karte mit {sites} gezeigt'],
    generate_answer: ['Schreibe die Antwort', 'Antwort geschrieben'],
  },
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

  private readonly words: typeof EN;

  constructor(
    language: Language,
    private readonly clock: Clock,
  ) {
    this.words = language === 'de' ? DE : EN;
  }

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
    const { steps, failed } = this.words;
    const sentences = ownValue(steps, name);
    const result = isObject(output) ? output : {};
    if (status === 'error')
      return isObject(result['error']) ? textOf(result['error']['message']) : failed;
    if (sentences === undefined) return `${name}: ${status}`;
    const parts = this.parts(input, result);
    const sentence = sentences[status === 'running' ? 0 : 1];
    return sentence.replace(/\{(\w+)\}/g, (_, part: keyof typeof parts) => parts[part]);
  }

  /** What a sentence may tell of a call and its result. */
  private parts(input: JsonObject, { target, ...result }: JsonObject) {
    const { documents, sites, unnamed, none } = this.words;
    const nameOf = (id: unknown) => this.names.get(String(id));
    const asked = asList(input['doc_ids']);
    const read = asList(result['documents']);
    const weighed = counted(asked.length, documents);
    return {
      query: textOf(input['query']),
      reason: textOf(input['reason']),
      asked: nameOf(input['doc_id']) ?? unnamed,
      all_asked: joined(asked.map((id) => nameOf(id) ?? '')) ?? weighed,
      weighed,
      found: counted(Number(result['total_found']), documents),
      filename: textOf(result['filename']),
      all_read:
        joined(read.map((each) => fieldOf(each, 'filename'))) ?? counted(read.length, documents),
      best: isObject(read[0]) ? fieldOf(read[0], 'filename') : none,
      title: fieldOf(target, 'title'),
      name: fieldOf(target, 'name'),
      sites: counted(isObject(target) ? asList(target['sites']).length : 0, sites),
    };
  }

  private learn(output: JsonObject): void {
    for (const each of [output, ...asList(output['documents'])]) {
      if (!isObject(each)) continue;
      const { doc_id: id, filename } = each;
      if (typeof id === 'string' && typeof filename === 'string')
        this.names.set(id, textOf(filename));
    }
  }
}

function fieldOf(target: unknown, field: string): string {
  return isObject(target) ? textOf(target[field]) : '';
}

const MOST_NAMES = 3;

/** Names in one line; undefined where one is missing or they are too many. */
function joined(names: readonly string[]): string | undefined {
  const isFew = names.length > 0 && names.length <= MOST_NAMES;
  return isFew && names.every((name) => name !== '') ? names.join(', ') : undefined;
}

function counted(count: number, [one, many]: readonly string[]): string {
  return `${count} ${count === 1 ? one : many}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? firstChars(value, 200) : '';
}
