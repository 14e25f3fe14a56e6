import { jest } from '@jest/globals';
import { hostileCorpus } from './corpus/corpus.contract.js';

jest.setTimeout(10 * 60_000);
hostileCorpus(1);
