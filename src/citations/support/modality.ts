import type { Language } from '../../foundation/question-language.js';
import type { Clause, Reading } from './reading.js';

/**
 * What a clause says of acting: it must be done, may be, may be up to a limit, may be on a condition only, should be,
 * must not be, need not be, should not be; or it states a fact.
 */
type Mode =
  'must' | 'may' | 'limited' | 'only if' | 'should' | 'never' | 'optional' | 'rather not' | 'fact';

/** What may be said of a source that says it in one way. A rule stated as a fact is an order. */
const SAYS_TOO: Readonly<Record<Mode, readonly Mode[]>> = {
  must: ['must', 'fact', 'only if'],
  may: ['may', 'limited'],
  limited: ['limited', 'may', 'fact', 'only if', 'never'],
  'only if': ['only if', 'must', 'fact', 'limited'],
  should: ['should'],
  never: ['never', 'fact'],
  optional: ['optional', 'fact'],
  'rather not': ['rather not'],
  fact: ['fact', 'must', 'only if', 'never', 'optional', 'limited'],
};

/** Whether clauses of a statement say of acting what those of its source say. */
export function agreesInMode(claim: Said, source: Said, language: Language): boolean {
  const given = modesOf(source, language);
  return modesOf(claim, language).every((mode) =>
    given.some((other) => SAYS_TOO[other].includes(mode)),
  );
}

/** Clauses with the sentences they stand in. */
export interface Said {
  clauses: readonly Clause[];
  readings: readonly Reading[];
}

function modesOf({ clauses, readings }: Said, language: Language): Mode[] {
  const main = clauses.filter(({ isAside }) => !isAside);
  const marked = (main.length > 0 ? main : clauses).filter(({ modals }) => modals.length > 0);
  if (marked.length === 0) return ['fact'];
  const isExcepted = readings.some((reading) => reading.clauses.some(excepts));
  const hasMost = readings.some(({ quantities }) =>
    quantities.some(({ bound }) => bound === 'most'),
  );
  return marked.map((clause) => {
    const mode = modeOf(clause, language);
    if (mode === 'never' && isExcepted) return 'only if';
    const isOpen = mode === 'may' || (mode === 'only if' && clause.modals[0] === 'may');
    return isOpen && hasMost ? 'limited' : mode;
  });
}

function excepts({ negations, verbNegations, modals }: Clause): boolean {
  return negations - verbNegations - modals.filter((modal) => modal === 'forbidden').length > 0;
}

function modeOf({ modals, verbNegations, hasOnly }: Clause, language: Language): Mode {
  const isNot = verbNegations % 2 === 1;
  const [modal] = modals;
  switch (modal) {
    case undefined:
      return 'fact';
    case 'forbidden':
      return isNot ? 'may' : 'never';
    case 'to do':
      return isNot ? 'never' : 'must';
    case 'must':
      if (!isNot) return 'must';
      return language === 'de' ? 'optional' : 'never';
    case 'need':
      return isNot ? 'optional' : 'must';
    case 'may':
      if (isNot) return 'never';
      return hasOnly ? 'only if' : 'may';
    default:
      return isNot ? 'rather not' : 'should';
  }
}
