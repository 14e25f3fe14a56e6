import { Inject, Injectable } from '@nestjs/common';
import { newId } from '../../../src/foundation/ids.js';
import type { Database } from '../../../src/store/database.js';
import { DATABASE } from '../shared/database.token.js';
import { offsetOf } from '../shared/list.model.js';
import { withUniqueName } from '../shared/unique-violation.js';
import type { FieldsQuery } from './forms.dto.js';
import type { FormField } from './pages.model.js';

/** A field without its id. */
export type FieldInput = Omit<FormField, 'id'>;

const FIELDS = 'id, form_id, name, label, field_type, order_index, required, config';

/** Fields of forms in `platform.form_fields`; every write also raises the form's version. */
@Injectable()
export class FormFieldsStore {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  async list(query: FieldsQuery): Promise<{ items: FormField[]; total: number }> {
    const form = query.form_id ?? null;
    const [items, totals] = await Promise.all([
      this.db.query<FormField>(
        `select ${FIELDS} from platform.form_fields where $1::uuid is null or form_id = $1
          order by form_id, order_index, id limit $2 offset $3`,
        [form, query.rows, offsetOf(query)],
      ),
      this.db.query<{ total: number }>(
        `select count(*) as total from platform.form_fields where $1::uuid is null or form_id = $1`,
        [form],
      ),
    ]);
    return { items, total: totals[0]?.total ?? 0 };
  }

  async find(id: string): Promise<FormField | undefined> {
    const [row] = await this.db.query<FormField>(
      `select ${FIELDS} from platform.form_fields where id = $1`,
      [id],
    );
    return row;
  }

  /** Answers the new field's id; rejects with `conflict` when the form has the name already. */
  async insert(input: FieldInput): Promise<string> {
    const id = newId();
    await this.write(
      `insert into platform.form_fields (${FIELDS}) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      id,
      input,
    );
    return id;
  }

  async update(id: string, input: FieldInput): Promise<void> {
    await this.write(
      `update platform.form_fields
          set form_id = $2, name = $3, label = $4, field_type = $5, order_index = $6, required = $7,
              config = $8, updated_at = now()
        where id = $1`,
      id,
      input,
    );
  }

  private async write(text: string, id: string, input: FieldInput): Promise<void> {
    const { form_id, name, label, field_type, order_index, required, config } = input;
    const values = [id, form_id, name, label, field_type, order_index, required];
    await withUniqueName('field', name, () =>
      this.db.transaction(async (tx) => {
        await tx.query(text, [...values, JSON.stringify(config)]);
        await tx.query(
          'update platform.forms set version = version + 1, updated_at = now() where id = $1',
          [form_id],
        );
      }),
    );
  }
}
