import { receiptKeyOf, ReceiptSigner } from '../../src/store/receipts.js';

/** Signs with a key that every test knows. */
export const testSigner = new ReceiptSigner(() => receiptKeyOf(new Uint8Array(32).fill(7)));
