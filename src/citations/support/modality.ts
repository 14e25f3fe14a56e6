import type { Language } from '../../language/question-language.js';
import type { Clause, Reading, Term } from './reading.js';

/**
 * What a clause says of acting: it must be done, may be, may be up to a limit, may be on a condition only, should be,
 * must not be, need not be, should not be; or it states a fact.
 */
type Mode =
  'must' | 'may' | 'limited' | 'only if' | 'should' | 'never' | 'optional' | 'rather not' | 'fact';

/** What may be said of a source that says it in one way. A rule stated as a fact is an order. */
const SAYS_TOO: Readonly<Record<Mode, readonly Mode[]>> = {
  must: ['must', 'fact', 'only if', 'limited'],
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
export function agreesInMode(
  claim: Said,
  source: Said,
  { language, names }: { language: Language; names: (a: Term, b: Term) => boolean },
): boolean {
  const given = new Set(modesOf(source, language));
  return [...new Set(modesOf(claim, language))].every((mode) =>
    [...given].some((other) => {
      if (!SAYS_TOO[other].includes(mode)) return false;
      if (mode === 'must' && other === 'only if') return namesCondition(claim, source, names);
      if (mode === 'fact' && other === 'limited') return !hasSameAgent(claim, source, names);
      return true;
    }),
  );
}

/** "May be entered only with a helmet" says that a helmet must be worn, not that anybody must enter. */
function namesCondition(claim: Said, source: Said, names: (a: Term, b: Term) => boolean): boolean {
  const conditions = source.clauses.flatMap(({ condition }) => condition ?? []);
  const said = claim.clauses.flatMap(({ terms }) => terms);
  return conditions.length === 0 || said.some((term) => conditions.some((one) => names(term, one)));
}

/** "May be stacked up to two metres" says that the height is limited, not that anybody stacks. */
function hasSameAgent(claim: Said, source: Said, names: (a: Term, b: Term) => boolean): boolean {
  const agents = source.clauses.flatMap(({ agent }) => agent ?? []);
  return claim.clauses.some(({ agent }) => agent && agents.some((other) => names(agent, other)));
}

/** Clauses with the sentences they stand in. */
export interface Said {
  clauses: readonly Clause[];
  readings: readonly Reading[];
}

function modesOf({ clauses, readings }: Said, language: Language): Mode[] {
  return readings.flatMap((reading) => {
    const own = reading.clauses.filter((clause) => clauses.includes(clause));
    return own.length === 0 ? [] : modesIn(own, reading, language);
  });
}

function modesIn(clauses: readonly Clause[], reading: Reading, language: Language): Mode[] {
  const main = clauses.filter(({ isAside }) => !isAside);
  const marked = (main.length > 0 ? main : clauses).filter(({ modals }) => modals.length > 0);
  if (marked.length === 0) return ['fact'];
  const isExcepted = reading.clauses.some(excepts);
  const hasMost = reading.quantities.some(
    ({ bound, isDeadline }) => bound === 'most' && isDeadline !== true,
  );
  return marked.flatMap((clause): Mode[] => {
    const mode = modeOf(clause, language);
    if (mode === 'never' && isExcepted) return ['only if'];
    if (!hasMost) return [mode];
    const isConditional = mode === 'only if' && clause.condition !== undefined;
    if (isConditional) return ['only if', 'limited'];
    return [mode === 'may' || mode === 'only if' ? 'limited' : mode];
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
