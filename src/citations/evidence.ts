import { firstChars } from '../foundation/text.js';
import type { PageBox } from '../knowledge/parsing/parse-document.js';
import type { PlacedBlock } from '../knowledge/documents.store.js';
import type { SearchAnswer } from '../knowledge/retrieval/search.js';
import type { OutsidePage } from '../knowledge/outside/outside.store.js';
import type { Slot } from '../agenttools/run-scratch.js';
import type { AgentEvent } from '../agentloop/events.js';

export interface ReadBlock {
  number: number;
  blockId: string;
  documentId: string;
  title: string;
  /** The model that wrote the document's text from an image. */
  readBy?: string;
  page?: number;
  box?: PageBox;
  text: string;
}

interface ReadPage {
  number: number;
  url: string;
  title: string;
  text: string;
}

export type Source = ReadBlock | ReadPage;

export type CitableBlock = Pick<PlacedBlock, 'id' | 'documentId' | 'page' | 'box' | 'text'> & {
  title: string;
  readBy?: string | undefined;
};

/** What a run has read, numbered through it: what was not read cannot be cited. */
export class Evidence {
  private readonly byId = new Map<string, Source>();
  private offset = 0;
  readonly searches = new Map<string, Promise<SearchAnswer>>();

  /** Counts on from `number`, so that what an earlier run read is never taken for what this one did. */
  countFrom(number: number): void {
    this.offset = number;
  }

  /** The block's number; one that was read before keeps its own. */
  addBlock({ id, documentId, title, readBy, page, box, text }: CitableBlock): number {
    const block = { blockId: id, documentId, title, readBy, text, page, box };
    return this.add(id, (number) => ({ number, ...block }));
  }

  addPage({ url, title, snippet }: OutsidePage, text: string): number {
    return this.add(url, (number) => ({ number, url, title, text: snippet ?? text }));
  }

  find(number: number): Source | undefined {
    return this.all()[number - this.offset - 1];
  }

  all(): readonly Source[] {
    return [...this.byId.values()];
  }

  private add(id: string, make: (number: number) => Source): number {
    const known = this.byId.get(id);
    if (known !== undefined) return known.number;
    const source = make(this.offset + this.byId.size + 1);
    this.byId.set(id, source);
    return source.number;
  }
}

export const evidenceSlot: Slot<Evidence> = { make: () => new Evidence() };

export function isBlock(source: Source): source is ReadBlock {
  return 'blockId' in source;
}

const QUOTE_CHARS = 300;

export function quoteOf({ text }: Source): string {
  return text.length <= QUOTE_CHARS ? text : `${firstChars(text, QUOTE_CHARS - 1).trimEnd()}…`;
}

export function citationEvent(source: Source, number: number): AgentEvent {
  const common = { number, title: source.title, quote: quoteOf(source) };
  if (!isBlock(source)) return { type: 'citation', data: { ...common, url: source.url } };
  const { blockId, documentId, page, box, readBy } = source;
  return {
    type: 'citation',
    data: { ...common, block_id: blockId, document_id: documentId, page, box, read_by: readBy },
  };
}
