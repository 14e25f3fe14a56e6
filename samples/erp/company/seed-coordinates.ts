import type { Seeder } from '../shared/seeder.js';
import { warehouses } from './sample-company.js';

/** Where the sample's warehouses stand: a part of its own, so that a database that has the rest gets it too. */
export const seedCoordinates: Seeder = {
  name: 'coordinates',
  run: async (tx) => {
    for (const { code, at } of warehouses) {
      await tx.query(
        'update inventory.warehouses set latitude = $2, longitude = $3 where code = $1 and latitude is null',
        [code, ...at],
      );
    }
  },
};
