import { createContext, type ReactNode } from 'react';
import type { FormField } from '../../../../packages/client/src/forms/form-fields.js';

/** What is said of single fields, by the form that they stand in. */
export interface FieldNotes {
  /** Where the value of a field came from. */
  origin?: (path: readonly string[]) => string | undefined;
  /** What the server finds wrong with it. */
  problem?: (path: readonly string[]) => string | undefined;
  /** Told the fields that show a problem, so that it is said once; answers what to do when one goes. */
  shows?: (key: string) => () => void;
  /** What was emptied is left out, also where it is needed: the server then says so. */
  emptyIsNothing?: true;
  /** So many fields that are neither needed nor filled in stand in the open; more are folded. */
  open?: number;
  /** How a file is given; left out, by its id as a text. */
  File?: (props: { id: string; field: FormField; onChange: (value: unknown) => void }) => ReactNode;
}

/** Left empty by forms that edit what is there. */
export const FieldNotesContext = createContext<FieldNotes>({});
