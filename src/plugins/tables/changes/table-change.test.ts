import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../foundation/json.js';
import { untouchable } from '../../../../test/support/loop.js';
import { tableChange } from './table-change.js';

const change = tableChange(untouchable('workingCopies'));

describe('what a stored table has of a body', () => {
  const config: JsonObject = {
    title: 'Products',
    data_source: [{ source: 'products', schema: 'inventory', select: { columns: [] } }],
    visual_settings: { columns: {} },
  };
  const stored = { id: 't', version: 2, name: 'Products', description: 'All', config };

  test.each([
    ['all', { name: 'Products', description: 'All', config }],
    ['what the body says, and what it leaves out stays', { name: 'Products', config }],
    ['null is left out too', { name: 'Products', description: null, config }],
  ])('%s', (_what, body) => {
    expect(change.holds?.(stored, body)).toBe(true);
    expect(change.diff?.(stored, body)).toEqual({});
  });

  test.each([
    ['another name', { name: 'Goods', config }],
    ['another description', { name: 'Products', description: '', config }],
    ['another config', { name: 'Products', config: { ...config, title: 'Goods' } }],
  ])('not %s', (_what, body) => {
    expect(change.holds?.(stored, body)).toBe(false);
    expect(change.diff?.(stored, body)).not.toEqual({});
  });
});
