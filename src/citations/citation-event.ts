import type { AgentEvent } from '../agentloop/events.js';
import { isBlock, quoteOf, type Source } from './evidence.js';

/** What a marker `[number]` of the answer stands for, as an event. */
export function citationEvent(source: Source, number: number): AgentEvent {
  const common = { number, title: source.title, quote: quoteOf(source) };
  if (!isBlock(source)) return { type: 'citation', data: { ...common, url: source.url } };
  const { blockId, documentId, page, box, readBy } = source;
  return {
    type: 'citation',
    data: { ...common, block_id: blockId, document_id: documentId, page, box, read_by: readBy },
  };
}
