/** One field of a form that a user is asked to fill in; in wire names, as pages draw it. */
export interface QuestionField {
  name: string;
  title: string;
  description?: string;
  type: 'text' | 'number' | 'integer' | 'yes_no' | 'choice' | 'choices';
  /** Of a text: what it has to look like. */
  format?: 'email' | 'uri' | 'date' | 'date-time';
  required: boolean;
  default?: string | number | boolean | readonly string[];
  /** Of a choice. */
  options?: readonly { value: string; title: string }[];
  min?: number;
  max?: number;
}

/** What a user is asked: to fill in a form, or to open an address. */
export type QuestionContent =
  { mode: 'form'; fields: readonly QuestionField[] } | { mode: 'url'; url: string; host: string };

/** A question of a source to the user of one of its calls. */
export type Question = { source: string; message: string } & QuestionContent;

/** The values of a form by the names of its fields. */
export type FormValues = Record<string, string | number | boolean | string[]>;

/** How a question ended. `content` are the values of a form. */
export type QuestionEnd =
  { state: 'answered'; content?: FormValues } | { state: 'declined' | 'expired' | 'cancelled' };
