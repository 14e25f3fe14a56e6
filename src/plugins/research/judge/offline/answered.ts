import { answerShare, ANSWERS, askedFor } from '../../text/asked-for.js';
import { shareSpoken, termsOf } from '../../text/terms.js';
import type { AnchorText } from '../judge.js';

/** The statements that answer each question, by its form and its words, as numbers from 1. */
export function answered({
  anchor,
  questions,
  statements,
}: {
  anchor: AnchorText;
  questions: readonly string[];
  statements: readonly string[];
}): number[][] {
  const { language, originalQuery } = anchor;
  return questions.map((question) => {
    const asked = askedFor(question, language);
    // Any fine has the form of a fine: it must also speak of something that is asked about.
    const about = termsOf(`${originalQuery} ${question}`, language);
    return statements.flatMap((text, at) => {
      const isAnswer =
        answerShare(asked, text, language) >= ANSWERS &&
        (asked.kinds.length === 0 || shareSpoken(about, text, language) > 0);
      return isAnswer ? [at + 1] : [];
    });
  });
}
