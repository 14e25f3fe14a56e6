import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TfidfBlock } from './tfidf-block.js';
import { wordsOf } from './words.js';

describe('wordsOf', () => {
  it.each([
    ['get_user_info', ['get', 'user', 'info']],
    ['getUserInfo', ['get', 'user', 'info']],
    ['HTTPServer2Go', ['http', 'server2', 'go']],
    ['GET /v1/rules', ['get', 'v1', 'rules']],
    ['Größe der Lager', ['größe', 'der', 'lager']],
    ['', []],
  ])('splits %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });
});

const DOCUMENTS = [
  {
    name: 'send_email',
    text: 'send_email — Sends a message to a recipient',
    parameters: 'subject',
  },
  { name: 'list_orders', text: 'list_orders — Lists the orders of a customer | what was bought?' },
  { name: 'cancel_order', text: 'cancel_order — Cancels one order' },
];

describe('TfidfBlock', () => {
  const cosines = async (query: string): Promise<number[]> => {
    const { of: score } = (await TfidfBlock.fit(DOCUMENTS, 0.7)).query([
      { text: query, weight: 1 },
    ]);
    return DOCUMENTS.map((_, row) => score(row));
  };

  it.each([
    ['sending emails', 0],
    ['the subject', 0],
    ['what did he buy or what was bought', 1],
    ['cancelling', 2],
    ['cancle the oder', 2],
    ['LISTING ORDERS', 1],
  ])('ranks the right tool first for %j', async (query, best) => {
    const scores = await cosines(query);
    expect(scores.indexOf(Math.max(...scores))).toBe(best);
    expect(scores[best]).toBeGreaterThan(0);
  });

  it('counts what was said before at its weight', async () => {
    const block = await TfidfBlock.fit(DOCUMENTS, 0.7);
    const score = (weight: number) =>
      block
        .query([
          { text: 'list orders', weight },
          { text: 'send it', weight: 1 },
        ])
        .of(1);
    expect(score(0.1)).toBeLessThan(score(0.4));
    expect(score(0.4)).toBeLessThan(score(0.8));
  });

  it('counts how much of a name is said, whatever stands beside it', async () => {
    const names = ['get_order_history', 'get_order', 'get_customer'];
    const documents = names.map((name) => ({ name, text: 'one and the same' }));
    const { of: score } = (await TfidfBlock.fit(documents, 0.7)).query([
      { text: 'the order', weight: 1 },
    ]);
    expect(score(1)).toBeGreaterThan(score(0));
    expect(score(0)).toBeGreaterThan(score(2));
    expect(score(2)).toBeLessThan(0.1);
  });

  it('scores 1 for a document itself and 0 when nothing is shared', async () => {
    const [only] = await cosines(`send_email ${DOCUMENTS[0]!.text}`);
    expect(only).toBeGreaterThan(0.95);
    for (const query of ['', 'zzz', 'the of and', '😀']) {
      expect(await cosines(query)).toEqual([0, 0, 0]);
    }
  });

  it('stays between 0 and 1, and does not depend on the order of documents', async () => {
    const words = fc.array(fc.constantFrom('order', 'list', 'email', 'cancel', 'user', 'x'));
    const texts = fc.array(words, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(texts, words, async (all, query) => {
        const documents = all.map((text, i) => ({ name: `t${i}`, text: text.join(' ') }));
        const { of: forwards } = (await TfidfBlock.fit(documents, 0.7)).query([
          { text: query.join(' '), weight: 1 },
        ]);
        const { of: turned } = (await TfidfBlock.fit([...documents].reverse(), 0.7)).query([
          { text: query.join(' '), weight: 1 },
        ]);
        documents.forEach((_, row) => {
          expect(forwards(row)).toBeGreaterThanOrEqual(0);
          expect(forwards(row)).toBeLessThanOrEqual(1.000001);
          expect(turned(documents.length - 1 - row)).toBeCloseTo(forwards(row), 5);
        });
      }),
    );
  });

  it('stops fitting when the signal fires', async () => {
    const documents = Array.from({ length: 2000 }, (_, i) => ({ ...DOCUMENTS[0]!, name: `t${i}` }));
    const controller = new AbortController();
    const fit = TfidfBlock.fit(documents, 0.7, { signal: controller.signal });
    controller.abort();
    await expect(fit).rejects.toMatchObject({ code: 'cancelled' });
  });
});
