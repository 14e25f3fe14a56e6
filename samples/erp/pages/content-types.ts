import { readData } from '../shared/seeder.js';
import type { ContentType, FieldType } from '../../../src/platform/types.js';

/** What a form can ask for. `config` names the settings a field of the type may carry. */
export const fieldTypes = readData<readonly FieldType[]>('field-types.json');

/** What a page can hold. `requires` names the fields of the content that must be set. */
export const contentTypes = readData<readonly ContentType[]>('content-types.json');

/** Content that may hold other content, and what: an empty list means anything but `tab`. */
export const holders: Readonly<Record<string, readonly string[]>> = {
  tabs: ['tab'],
  tab: [],
  container: [],
};
