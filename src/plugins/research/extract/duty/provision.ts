import type { DutyPart } from '../../state.js';
import type { ReferencedText } from '../resolve-reference.js';

/** A section that says what is to be done, and how much it has to do with what is looked for. */
export interface Provision {
  documentId: string;
  section: string;
  relevance: number;
}

/** What belongs to the duty of a provision: a clause of it, or one elsewhere that names it. */
export interface DutyEvidence extends ReferencedText {
  role: DutyPart;
  /** As it is to be quoted: with the words it continues. */
  quote: string;
  /** How it names the provision; of a clause of its own, its section. */
  reference: string;
  /** Of the provision. */
  relevance: number;
}
