import { fieldsOf, type FormField } from '../../../../packages/client/src/forms/form-fields.js';
import { tableSchema } from './table-schema.js';

const choicesIn = (fields: readonly FormField[]): unknown[] =>
  fields.flatMap(({ path, choices, fields: inner }) => [
    ...(choices === undefined ? [] : [[path.at(-1), choices.map(({ value }) => value)]]),
    ...choicesIn(inner ?? []),
  ]);

test('what a column is computed from or looked up in is picked', () => {
  const owner = { schema: 'hr', table: 'people', value_column: 'id', label_column: 'name' };
  const free = { compute: { operation: 'subtract', columns: ['a'] } };
  const columns = { free, owner: { lookup: owner } };
  const schema = tableSchema(['a', 'free', 'owner'], [], new Map([['owner', owner]]), {
    names: ['hr.people', 'hr.teams', 'sales.orders'],
    columnsOf: (name: string) => (name === 'hr.people' ? ['id', 'name'] : []),
  });
  expect(choicesIn(fieldsOf({ config: { visual_settings: { columns } } }, schema))).toEqual(
    expect.arrayContaining([
      ['operation', ['add', 'subtract', 'multiply', 'divide', 'concat']],
      ['columns', ['a', 'owner']],
      ['schema', ['hr', 'sales']],
      ['table', ['people', 'teams']],
      ['value_column', ['id', 'name']],
      ['label_column', ['id', 'name']],
    ]),
  );
});
