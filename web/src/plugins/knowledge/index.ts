import { createElement } from 'react';
import type { PagePlugin } from '../../registry/plugin.js';
import { AnswerFactsView } from './answer-facts.js';
import { citationsIn, factsOf } from './final-answer.js';
import { stepMessages } from './step-messages.js';

/** The knowledge agent: its steps in words, the sources of its final answer and how sure it is of it. */
export const knowledge: PagePlugin = {
  name: 'knowledge',
  contexts: { knowledge: { fields: ['kb_id', 'document_id'] } },
  stepMessages,
  citationsIn,
  answerFacts: (view) => {
    const facts = factsOf(view);
    return facts && createElement(AnswerFactsView, { facts });
  },
};
