import { RecentMap } from '../../../foundation/recent-map.js';
import type { Block } from '../../../knowledge/chunks.js';
import type { StoredDocument } from '../../../knowledge/document.model.js';
import { findAct, type NamedAct } from '../../../references/find-act.js';
import type { StepTools } from '../steps.js';
import type { Reference } from '../../../references/reader.js';
import type { FollowedReference, SourcePlace } from '../state.js';

const PAGE = 500;
/** The first heading of a document often names it more fully than its title does. */
const OPENING_BLOCKS = 3;
const MOST_NAMES = 10_000;

/** What first headings add to titles: read once for all researches, as a document never changes. */
export class OpeningNames {
  private readonly known = new RecentMap<string>(MOST_NAMES, Infinity);

  async of(documentId: string, read: () => Promise<readonly Block[]>): Promise<string> {
    const known = this.known.get(documentId);
    if (known !== undefined) return known;
    const heading = (await read()).find(({ kind }) => kind === 'heading')?.text ?? '';
    const names = (heading.match(/\([^()]{2,80}\)/g) ?? []).join(' ');
    this.known.set(documentId, names);
    return names;
  }
}

export class Library {
  private readonly outlines = new Map<string, Promise<Outline>>();
  private known: Promise<NamedDocument[]> | undefined;

  constructor(
    private readonly tools: Pick<StepTools, 'documents' | 'blocks'>,
    private readonly names: OpeningNames,
  ) {}

  async named(name: string): Promise<StoredDocument | undefined> {
    this.known ??= this.readNames();
    return findAct(name, await this.known)?.document;
  }

  /** The title of a document, empty for an unknown one. */
  async titleOf(documentId: string): Promise<string> {
    this.known ??= this.readNames();
    return (await this.known).find(({ id }) => id === documentId)?.document.title ?? '';
  }

  outline(documentId: string): Promise<Outline> {
    const found = this.outlines.get(documentId) ?? this.readOutline(documentId);
    this.outlines.set(documentId, found);
    return found;
  }

  private async readOutline(documentId: string): Promise<Outline> {
    const blocks: Block[] = [];
    for (;;) {
      const page = await this.tools.blocks(documentId, blocks.length, PAGE);
      blocks.push(...page);
      if (page.length < PAGE) return outlineOf(blocks);
    }
  }

  private async readNames(): Promise<NamedDocument[]> {
    const documents = await this.tools.documents();
    const named: NamedDocument[] = [];
    for (const document of documents) {
      const names = await this.names.of(document.id, () =>
        this.tools.blocks(document.id, 0, OPENING_BLOCKS),
      );
      const title = `${document.title} ${names}`.trim();
      named.push({ id: document.id, title, path: document.fileName, document });
    }
    return named;
  }
}

interface NamedDocument extends NamedAct {
  id: string;
  document: StoredDocument;
}

interface OutlinePart {
  heading: Block;
  /** Positions in the document's blocks: the heading's, and that of the first block after the part. */
  from: number;
  end: number;
}

export interface Outline {
  blocks: readonly Block[];
  parts: readonly OutlinePart[];
}

/** The parts of a document: each from its heading to the next one of the same or a higher level. */
export function outlineOf(blocks: readonly Block[]): Outline {
  const parts: OutlinePart[] = [];
  let open: OutlinePart[] = [];
  blocks.forEach((heading, from) => {
    if (heading.kind !== 'heading') return;
    const isInside = (part: OutlinePart) =>
      part.heading.headingPath.length < heading.headingPath.length;
    for (const part of open) if (!isInside(part)) part.end = from;
    const part = { heading, from, end: blocks.length };
    parts.push(part);
    open = [...open.filter(isInside), part];
  });
  return { blocks, parts };
}

const LEADS: Readonly<Record<Reference['kind'], string>> = {
  section: '(?:§|section|sec\\.)\\s*',
  article: '(?:art\\.|artikel|article)\\s*',
  part: '(?:teil|kapitel|abschnitt|unterabschnitt|titel|part|chapter|title|division|subpart)\\s+',
  annex: '(?:anlage|anhang|annex|schedule|appendix|exhibit)\\s+',
  document: '',
};

/** The part a reference names, by its heading; where several fit, none is taken for `part`, else the first. */
export function findPart(
  { parts }: Outline,
  { kind, number, unit }: Pick<Reference, 'kind' | 'number' | 'unit'>,
): OutlinePart | undefined {
  if (kind === 'document') return undefined;
  const lead = unit === undefined ? LEADS[kind] : `${escaped(unit)}\\s+`;
  const pattern = new RegExp(`^\\W{0,3}${lead}${escaped(number)}(?![\\p{L}\\p{N}]|[-.]\\d)`, 'iu');
  const found = parts.filter(({ heading }) => pattern.test(heading.text));
  return kind === 'part' && found.length > 1 ? undefined : found[0];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The blocks a reference means, without headings: at most `maxChars` characters, at least one block. */
export function blocksMeant(
  { blocks }: Outline,
  part: OutlinePart,
  detail: string | undefined,
  maxChars: number,
): Block[] {
  const texts = blocks.slice(part.from, part.end).filter(({ kind }) => kind !== 'heading');
  const named = paragraphOf(texts, detail);
  let left = maxChars;
  return (named.length > 0 ? named : texts).filter(({ text }, at) => {
    left -= text.length;
    return left >= 0 || at === 0;
  });
}

const PARAGRAPH = /^\((\d{1,3}[a-z]?|[a-z])\)/;

function paragraphOf(texts: readonly Block[], detail: string | undefined): Block[] {
  const wanted =
    /(?:Abs(?:atz|\.)|paragraph|subsection|para\.)\s*(\d{1,3}[a-z]?)|^\((\w{1,3})\)/i.exec(
      detail ?? '',
    );
  const number = wanted?.[1] ?? wanted?.[2];
  if (number === undefined) return [];
  const from = texts.findIndex(({ text }) => PARAGRAPH.exec(text)?.[1] === number);
  if (from < 0) return [];
  const after = texts.findIndex(({ text }, at) => at > from && isSibling(text, number));
  return texts.slice(from, after < 0 ? undefined : after);
}

/** Another paragraph of the same kind: numbers after numbers, letters after letters. */
function isSibling(text: string, number: string): boolean {
  const found = PARAGRAPH.exec(text)?.[1];
  return found !== undefined && /^\d/.test(found) === /^\d/.test(number);
}

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

const MAX_TEXT_CHARS = 2000;

/** In the document it names, else its own. The key is one for each part of a document, so that going in circles comes to a known key. */
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
