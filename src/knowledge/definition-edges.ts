import {
  definedTerm,
  definedTermHere,
  headsDefinitions,
  opensDefinitions,
} from '../language/definitions.js';
import { markOf } from '../references/passage.js';
import type { Block } from './blocks.js';

/** Whether a definition starts with a block, or the one before it has ended. */
export type DefinitionEdge = 'starts' | 'ended' | 'none';

/**
 * Reads a document's blocks in order and tells where definitions start and end. They are known by their form, and
 * below a heading or a lead that says so by a weaker one. What is listed in a definition belongs to it.
 */
export class DefinitionReader {
  private section: string | undefined;
  private areHere = false;
  /** How the list items of this section are marked, the outermost first. */
  private styles: string[] = [];
  /** How the definition that is open is marked. */
  private open: string | undefined;

  read(block: Block): DefinitionEdge {
    if (block.kind === 'heading' || block.kind === 'code') return 'none';
    this.enter(block.headingPath);
    if (opensDefinitions(block.text)) this.areHere = true;
    const style = styleOf(block);
    if (!this.styles.includes(style)) this.styles.push(style);
    if (this.isInside(style, block.text)) return 'none';
    const wasOpen = this.open !== undefined;
    const term = this.areHere ? definedTermHere(block.text) : definedTerm(block.text);
    this.open = term === undefined ? undefined : style;
    if (term !== undefined) return 'starts';
    return wasOpen ? 'ended' : 'none';
  }

  private enter(headings: readonly string[]): void {
    const section = headings.join('\n');
    if (section === this.section) return;
    this.section = section;
    this.areHere = headings.some(headsDefinitions);
    this.styles = [];
    this.open = undefined;
  }

  /** Whether a block with this mark belongs to the definition that is open: as an item below it, or its further text. */
  private isInside(style: string, text: string): boolean {
    if (this.open === undefined) return false;
    if (style === PLAIN) {
      return this.open !== ITEM && this.open !== PLAIN && definedTerm(text) === undefined;
    }
    return this.styles.indexOf(style) > this.styles.indexOf(this.open);
  }
}

/** Paragraphs and list items without a mark of their own. */
const PLAIN = '';
const ITEM = 'item';

function styleOf({ kind, text }: Block): string {
  const { style } = markOf(text);
  return style === '' && kind !== 'paragraph' ? ITEM : style;
}
