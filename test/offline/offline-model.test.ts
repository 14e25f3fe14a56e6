import { passesCorpora } from './offline-model.contract.js';

passesCorpora(24);
