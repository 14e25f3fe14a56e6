import type { ContentType, FieldType } from '../pages.model.js';

/** What a form can ask for. `config` names the settings a field of the type may carry. */
export const fieldTypes: readonly FieldType[] = [
  {
    type: 'text',
    description: 'One line of text',
    config: ['placeholder', 'min_length', 'max_length', 'pattern'],
  },
  {
    type: 'textarea',
    description: 'Several lines of text',
    config: ['placeholder', 'max_length', 'rows'],
  },
  { type: 'number', description: 'A number', config: ['min', 'max', 'step', 'unit'] },
  { type: 'currency', description: 'An amount of money', config: ['min', 'max', 'currency'] },
  { type: 'date', description: 'A day', config: ['min', 'max'] },
  { type: 'datetime', description: 'A day and a time', config: ['min', 'max'] },
  { type: 'checkbox', description: 'Yes or no', config: ['default'] },
  { type: 'select', description: 'One of a few choices', config: ['options', 'default'] },
  { type: 'multi_select', description: 'Some of a few choices', config: ['options', 'max_items'] },
  {
    type: 'enum',
    description: 'One of the values of a database enum',
    config: ['schema', 'enum', 'default'],
  },
  {
    type: 'lookup',
    description: 'A row of another table, shown by a label',
    config: ['schema', 'table', 'value_column', 'label_column'],
  },
  { type: 'email', description: 'An e-mail address', config: ['placeholder'] },
  { type: 'phone', description: 'A telephone number', config: ['placeholder'] },
];

/** What a page can hold. `requires` names the fields of the content that must be set. */
export const contentTypes: readonly ContentType[] = [
  { type: 'table', description: 'A table config: live rows', requires: ['table_config_id'] },
  { type: 'form', description: 'A form to enter or change a record', requires: ['form_id'] },
  { type: 'text', description: 'A paragraph of text (layout.text)', requires: ['layout.text'] },
  { type: 'tabs', description: 'Holds tab content side by side behind labels', requires: [] },
  {
    type: 'tab',
    description: 'One tab; its parent is tabs, what it shows has it as parent',
    requires: ['parent_id'],
  },
  {
    type: 'container',
    description: 'Holds content in columns (layout.columns, 1 to 12)',
    requires: [],
  },
];

/** Content that may hold other content, and what: an empty list means anything but `tab`. */
export const holders: Readonly<Record<string, readonly string[]>> = {
  tabs: ['tab'],
  tab: [],
  container: [],
};
