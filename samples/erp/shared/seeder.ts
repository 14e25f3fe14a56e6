import type { Queryable } from '../../../src/store/database.js';

/** One part of the sample data; runs once per database, marked by its name in `platform.seeds`. */
export interface Seeder {
  name: string;
  /** `today` is the day the sample's dates lead up to. */
  run(tx: Queryable, today: Date): Promise<void>;
}
