import type { ReferenceItem } from '../../../src/platform/types.js';

/** Every trigger type there is; the ids are fixed, so that they mean the same in every installation. */
export const triggerTypes: readonly ReferenceItem[] = [
  {
    id: '7a110000-0000-4000-8000-000000000001',
    name: 'on_create',
    description: 'When a row is added to the entity',
  },
  {
    id: '7a110000-0000-4000-8000-000000000002',
    name: 'on_update',
    description: 'When a row of the entity is changed',
  },
  {
    id: '7a110000-0000-4000-8000-000000000003',
    name: 'on_delete',
    description: 'When a row of the entity is removed',
  },
  {
    id: '7a110000-0000-4000-8000-000000000004',
    name: 'manual',
    description: 'When a person starts it',
  },
];

/** The trigger type with that name, compared without case. */
export function findTriggerType(name: string): ReferenceItem | undefined {
  const wanted = name.trim().toLowerCase();
  return triggerTypes.find((type) => type.name === wanted);
}
