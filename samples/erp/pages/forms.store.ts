import { Inject, Injectable } from '@nestjs/common';
import { newId } from '../../../src/foundation/ids.js';
import type { Database } from '../../../src/store/database.js';
import { DATABASE } from '../shared/database.token.js';
import { containsPattern, offsetOf } from '../shared/list.model.js';
import { withUniqueName } from '../shared/unique-violation.js';
import { withoutNulls } from '../shared/without-nulls.js';
import type { FormsQuery } from './forms.dto.js';
import type { Form } from './pages.model.js';

/** The fields of a form that its author chooses. */
export interface FormInput {
  name: string;
  entity: string;
  description?: string | undefined;
}

const FIELDS = `
  f.id, f.name, f.description, f.entity, f.version, f.updated_at,
  coalesce((select json_agg(json_build_object(
      'id', x.id, 'form_id', x.form_id, 'name', x.name, 'label', x.label, 'field_type', x.field_type,
      'order_index', x.order_index, 'required', x.required, 'config', x.config)
      order by x.order_index, x.id)
    from platform.form_fields x where x.form_id = f.id), '[]') as fields`;
const MATCHES =
  '(f.name ilike $1 or f.description ilike $1) and ($2::text is null or f.entity = $2)';

/** Forms in `platform.forms`, with their fields. */
@Injectable()
export class FormsStore {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  async list(query: FormsQuery): Promise<{ items: Form[]; total: number }> {
    const bound = [containsPattern(query.search ?? ''), query.entity ?? null];
    const [items, totals] = await Promise.all([
      this.db.query<Form>(
        `select ${FIELDS} from platform.forms f where ${MATCHES}
          order by lower(f.name) limit $3 offset $4`,
        [...bound, query.rows, offsetOf(query)],
      ),
      this.db.query<{ total: number }>(
        `select count(*) as total from platform.forms f where ${MATCHES}`,
        bound,
      ),
    ]);
    return { items: items.map(withoutNulls), total: totals[0]?.total ?? 0 };
  }

  async find(id: string): Promise<Form | undefined> {
    const [row] = await this.db.query<Form>(
      `select ${FIELDS} from platform.forms f where f.id = $1`,
      [id],
    );
    return row === undefined ? undefined : withoutNulls(row);
  }

  /** Answers the new form's id; rejects with `conflict` when the name is taken. */
  async insert(input: FormInput): Promise<string> {
    const id = newId();
    await withUniqueName('form', input.name, () =>
      this.db.query(
        'insert into platform.forms (id, name, entity, description) values ($1, $2, $3, $4)',
        [id, input.name, input.entity, input.description ?? null],
      ),
    );
    return id;
  }

  /** False when the form is no longer at `version`. */
  async update(id: string, version: number, input: FormInput): Promise<boolean> {
    const rows = await withUniqueName('form', input.name, () =>
      this.db.query(
        `update platform.forms
            set name = $3, entity = $4, description = $5, version = version + 1, updated_at = now()
          where id = $1 and version = $2 returning id`,
        [id, version, input.name, input.entity, input.description ?? null],
      ),
    );
    return rows.length > 0;
  }
}
