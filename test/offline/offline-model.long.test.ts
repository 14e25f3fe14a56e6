import { isThin } from '../support/thin.js';
import { passesCorpora } from './offline-model.contract.js';

passesCorpora(isThin ? 3 : 1);
