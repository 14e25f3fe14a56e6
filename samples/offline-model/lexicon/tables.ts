/** Which topic of the table reference a word asks for. */
export const referenceTopics: Readonly<Record<string, string>> = {
  operator: 'operators',
  filter: 'operators',
  format: 'formats',
  formats: 'formats',
  date: 'formats',
  currency: 'formats',
  pattern: 'formats',
  editable: 'editable_types',
  edit: 'editable_types',
  join: 'joins',
  joins: 'joins',
  sort: 'sorting',
  sorting: 'sorting',
  widget: 'widget_types',
  visualization: 'widget_types',
  comput: 'computed_columns',
  calculat: 'computed_columns',
  rul: 'rules',
  limit: 'rules',
  exampl: 'example',
  column: 'column_types',
  type: 'column_types',
};

/** Columns that a bare value after a preposition speaks of, best first: "customers from Germany". */
export const columnsByPreposition: Readonly<Record<string, readonly string[]>> = {
  from: ['country', 'city', 'supplier_name', 'customer_name', 'warehouse_name'],
  in: ['city', 'country', 'warehouse_name', 'warehouse', 'department', 'category'],
  of: ['supplier_name', 'customer_name', 'product_name'],
  by: ['supplier_name', 'customer_name'],
  for: ['customer_name', 'supplier_name', 'product_name'],
};

/** Words for calculations of one column from others. */
export const computeWords: Readonly<Record<string, string>> = {
  times: 'multiply',
  multiplied: 'multiply',
  multiply: 'multiply',
  product: 'multiply',
  plus: 'add',
  sum: 'add',
  added: 'add',
  minus: 'subtract',
  less: 'subtract',
  subtract: 'subtract',
  difference: 'subtract',
  divided: 'divide',
  divide: 'divide',
  ratio: 'divide',
  combined: 'concat',
  concatenate: 'concat',
  together: 'concat',
};

/** ISO codes of currencies by their word. */
export const currencyCodes: Readonly<Record<string, string>> = {
  euro: 'EUR',
  euros: 'EUR',
  eur: 'EUR',
  '€': 'EUR',
  dollar: 'USD',
  dollars: 'USD',
  usd: 'USD',
  $: 'USD',
  pound: 'GBP',
  pounds: 'GBP',
  gbp: 'GBP',
  chf: 'CHF',
  franc: 'CHF',
  francs: 'CHF',
};
