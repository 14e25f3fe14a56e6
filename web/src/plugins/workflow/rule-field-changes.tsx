import { FieldChanges } from '../../ui/field-changes.js';
import { fieldWords, ruleSideWords, type FieldChange } from './rule-diff.js';

/** What differs in a rule, each field by its name. */
export function RuleFieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  return <FieldChanges changes={changes} label={fieldWords} side={ruleSideWords} />;
}
