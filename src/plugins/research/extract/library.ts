import { RecentMap } from '../../../foundation/recent-map.js';
import type { Block } from '../../../knowledge/blocks.js';
import type { StoredDocument } from '../../../knowledge/document.model.js';
import { findAct, type NamedAct } from '../../../references/find-act.js';
import type { StepTools } from '../research-step.js';
import { outlineOf, type Outline } from './document-outline.js';

const PAGE = 500;
/** The first heading of a document often names it more fully than its title does. */
const OPENING_BLOCKS = 3;
const MOST_NAMES = 10_000;

/**
 * What first headings add to the titles of documents. A document never changes under its id, so that what was
 * read once holds for all researches; who may read it is asked again each time.
 */
export class OpeningNames {
  private readonly known = new RecentMap<string>(MOST_NAMES, Infinity);

  /** The abbreviations in the brackets of a document's first heading, read when they are not known yet. */
  async of(documentId: string, read: () => Promise<readonly Block[]>): Promise<string> {
    const known = this.known.get(documentId);
    if (known !== undefined) return known;
    const heading = (await read()).find(({ kind }) => kind === 'heading')?.text ?? '';
    const names = (heading.match(/\([^()]{2,80}\)/g) ?? []).join(' ');
    this.known.set(documentId, names);
    return names;
  }
}

/** The documents of a step's knowledge base, each read at most once. */
export class Library {
  private readonly outlines = new Map<string, Promise<Outline>>();
  private known: Promise<NamedDocument[]> | undefined;

  constructor(
    private readonly tools: Pick<StepTools, 'documents' | 'blocks'>,
    private readonly names: OpeningNames,
  ) {}

  /** The document a text means by a name, if there is one. */
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
