import { readData } from '../shared/seeder.js';
import type { ReferenceItem } from '../../../src/platform/types.js';

/** Every trigger type there is; the ids are fixed, so that they mean the same in every installation. */
export const triggerTypes = readData<readonly ReferenceItem[]>('trigger-types.json');

/** The trigger type with that name, compared without case. */
export function findTriggerType(name: string): ReferenceItem | undefined {
  const wanted = name.trim().toLowerCase();
  return triggerTypes.find((type) => type.name === wanted);
}
