import { hostileCorpus } from './corpus/corpus.contract.js';

/** A share that takes seconds, of each kind of case and each route; the rest is in the long test. */
hostileCorpus(
  'no hostile request is answered as the server’s fault, and chats are answered afterwards',
  29,
);
