import type { Reference } from '../../../references/reference.js';
import type { FollowedReference, SourcePlace } from '../state.js';
import type { Library } from './library.js';
import { blocksMeant, findPart } from './document-outline.js';

/** What a reference leads to: a place with its text. */
export interface ReferencedText extends SourcePlace {
  /** The id of its first block: it is no chunk of the search. */
  chunkId: string;
  /** At most {@link MAX_TEXT_CHARS} characters, unless one block alone is longer. */
  chunk: string;
}

/** A reference with what it leads to; without `text` it could not be resolved, and `reason` says why. */
export interface ResolvedReference {
  key: string;
  type: FollowedReference['type'];
  text?: ReferencedText;
  reason?: string;
}

/** What is taken of a place that a reference names. */
export const MAX_TEXT_CHARS = 2000;

/**
 * Resolves a reference to the blocks it means: in the document it names, else in the one it stands in. The
 * key is one for each part of a document, whatever paragraph of it is meant, so that going round in a circle
 * comes to a key that is known.
 */
export async function resolveReference(
  reference: Pick<Reference, 'kind' | 'number' | 'unit' | 'detail' | 'document'>,
  ownDocument: string,
  library: Library,
): Promise<ResolvedReference> {
  const { document, unit, kind, number, detail } = reference;
  const named = document === undefined ? undefined : await library.named(document);
  const label = `${unit ?? kind}:${number}`;
  if (document !== undefined && named === undefined)
    return { key: `${document}#${label}`, type: 'external', reason: 'not_in_knowledge_base' };
  const documentId = named?.id ?? ownDocument;
  const type = kind === 'document' ? 'document' : 'section';
  const key = `${documentId}#${label}`;
  const outline = await library.outline(documentId);
  const part = findPart(outline, reference);
  if (part === undefined) return { key, type, reason: 'no_such_heading' };
  const blocks = blocksMeant(outline, part, detail, MAX_TEXT_CHARS);
  const [first] = blocks;
  if (first === undefined) return { key, type, reason: 'no_text' };
  const text = {
    documentId,
    document: await library.titleOf(documentId),
    chunkId: first.id,
    heading: [...part.heading.headingPath, part.heading.text].join(' › '),
    page: first.page,
    blockIds: [part.heading.id, ...blocks.map(({ id }) => id)],
    chunk: blocks.map((block) => block.text).join('\n'),
  };
  return { key, type, text };
}
