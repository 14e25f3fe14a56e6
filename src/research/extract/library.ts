import type { Block } from '../../knowledge/blocks.js';
import type { StoredDocument } from '../../knowledge/document.model.js';
import type { StepTools } from '../steps.js';
import { findNamedDocument } from './named-document.js';
import { outlineOf, type Outline } from './outline.js';

const PAGE = 500;
/** The first heading of a document often names it more fully than its title does. */
const OPENING_BLOCKS = 3;

/** The documents of a step's knowledge base, each read at most once. */
export class Library {
  private readonly outlines = new Map<string, Promise<Outline>>();
  private known: Promise<NamedDocument[]> | undefined;

  constructor(private readonly tools: Pick<StepTools, 'documents' | 'blocks'>) {}

  /** The document a text means by a name, if there is one. */
  async named(name: string): Promise<StoredDocument | undefined> {
    this.known ??= this.readNames();
    return findNamedDocument(name, await this.known)?.document;
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
      const opening = await this.tools.blocks(document.id, 0, OPENING_BLOCKS);
      const heading = opening.find(({ kind }) => kind === 'heading')?.text ?? '';
      const title = `${document.title} ${bracketsOf(heading)}`.trim();
      named.push({ id: document.id, title, fileName: document.fileName, document });
    }
    return named;
  }
}

interface NamedDocument {
  id: string;
  title: string;
  fileName: string;
  document: StoredDocument;
}

/** What a heading adds to a title: its abbreviations. */
function bracketsOf(heading: string): string {
  return (heading.match(/\([^()]{2,80}\)/g) ?? []).join(' ');
}
