import { describeOnRows } from '../support/contracts.js';
import { casesContract } from './law/cases.contract.js';
import { workingCopiesContract } from './tables/working-copies.contract.js';
import { draftsContract } from './workflow/drafts.contract.js';

describeOnRows({
  drafts: draftsContract,
  'working copies': workingCopiesContract,
  cases: casesContract,
});
