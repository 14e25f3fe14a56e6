import { describe, expect, test } from '@jest/globals';
import { readCases } from '../corpus.js';
import { readProduct } from './foreign.js';
import { weighForeign, type ForeignCase } from './weigh.js';

const FOLDER = new URL('./products/', import.meta.url);

/** Products with requests that strangers wrote, and which share of the plain ones must be done; no change may be another one. */
export function describeProducts(products: Readonly<Record<string, number>>): void {
  describe.each(Object.entries(products))('%s', (name, floor) => {
    test('prepares no change that was not asked for, and does most of the plain requests', async () => {
      const product = await readProduct(FOLDER, name);
      const cases = await readCases<ForeignCase>(new URL(`${name}.jsonl`, FOLDER));
      const weighed = [];
      for (const wanted of cases) {
        const talked = await product.converse(...wanted.turns);
        weighed.push({ ...wanted, ...weighForeign(wanted, talked, product) });
      }
      await product.close();
      const silent = weighed.filter(({ outcome }) => outcome === 'silent');
      expect(silent.map(({ id, faults }) => `${id}: ${faults.join()}`)).toEqual([]);
      const plain = weighed.filter(({ kind }) => kind === 'plain');
      const done = plain.filter(({ outcome }) => outcome === 'right');
      expect(done.length / plain.length).toBeGreaterThanOrEqual(floor);
    });
  });
}
