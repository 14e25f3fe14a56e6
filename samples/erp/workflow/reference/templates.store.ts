import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '../../../../src/store/database.js';
import { DATABASE } from '../../shared/database.token.js';
import type { ActionTemplate } from './reference.model.js';

/** Ready-made actions in PostgreSQL. */
@Injectable()
export class TemplatesStore {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /** All of them, by name; there are few. */
  list(): Promise<ActionTemplate[]> {
    return this.db.query<ActionTemplate>(
      'select id, name, description, action_type, config, tags from platform.action_templates order by name',
    );
  }
}
