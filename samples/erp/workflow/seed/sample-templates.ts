import { withSampleIds } from '../../company/with-sample-ids.js';
import { readData } from '../../shared/read-data.js';
import type { ActionTemplate } from '../reference/reference.model.js';

/** Ready-made actions of the sample. */
export const seedTemplates = withSampleIds(
  readData<readonly Omit<ActionTemplate, 'id'>[]>('action-templates.json'),
);
