import { hostileCorpus } from './corpus/corpus.contract.js';

jest.setTimeout(10 * 60_000);
hostileCorpus(
  'no hostile request is answered as the server’s fault, and chats are answered afterwards',
  1,
);
