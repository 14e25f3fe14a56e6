import type { Agent } from '../../agentloop/agent.js';
import type { AgentHooks, RunContext } from '../../agentloop/agent-hooks.js';
import { TwoPhaseHooks } from './two-phase/two-phase-hooks.js';
import { GRAPH_AND_SOURCES, GRAPH_SECTION } from './graph-section.js';
import { chatPrompts, researchPrompts, searchingPrompt, writingPrompt } from './prompt.js';

/** What people ask about laws and their own cases: compared with, never shown. */
const lawExamples: readonly string[] = [
  'What does the law say about this?',
  'Which section applies?',
  'What does § 5 say?',
  'Is that an offence, and what is the fine?',
  'Which sections refer to this one?',
  'Who decides under the ordinance?',
  'What is the time limit for an appeal?',
  'Does the ordinance require a permit?',
  'What are my deadlines?',
  'What is due in my case?',
  'Which cases am I working on?',
  'What is the status of the proceedings?',
  'Tell me about the case of Smith',
  'Which amendment changed that?',
  'May the authority refuse?',
  'Which provisions help my client?',
  'Was sagt die Verordnung dazu?',
  'Welcher Paragraph gilt?',
  'Welche Frist gilt für den Widerspruch?',
  'Welche Verfahren laufen?',
  'Welche Fristen habe ich?',
  'Braucht man dafür nach dem Gesetz eine Genehmigung?',
  'Was droht bei einem Verstoß?',
  'Wann ist der nächste Termin in meinem Fall?',
  'Do I need a permit to keep dangerous goods?',
  'Must it be verified by the authority?',
  'Who is liable for damage?',
  'Which of my court cases is about that?',
  'What exceptions does the ordinance make?',
  'Within what time must I object?',
  'What is the fee under the ordinance?',
  'Is it an offence to do that at night?',
  'May an inspector enter the premises?',
  'Which matters are open in court?',
  'Was steht in § 3 der Verordnung?',
  'Wer darf das nach dem Gesetz?',
  'Und im anderen Verfahren?',
  'What is due in the proceedings?',
  'What does the ordinance say about fireworks?',
  'How high is the fine for that?',
  'When does the permit expire?',
  'Is a licence required to run this trade?',
  'Who is competent for objections?',
  'How long may that be stored under the ordinance?',
  'What is forbidden in the harbour?',
  'May the town refuse that?',
  'Where is the court of this case?',
  'What happened in the case?',
  'When is the hearing?',
  'What must the operator prove?',
  'Who pays for the damage under the ordinance?',
  'What did the amendment change?',
  'How fast may one go there by law?',
  'What are the opening hours under the ordinance?',
  'Wie hoch ist das Bußgeld?',
  'Was schreibt die Verordnung vor?',
  'Was ist im Hafen verboten?',
  'Wer ist nach der Verordnung zuständig?',
  'Worum geht es in meinem Fall?',
  'Gibt es eine Änderung der Verordnung?',
];

/** What people say who want a memo or sources outside: compared with, never shown. */
const researchExamples: readonly string[] = [
  'Research the law on this',
  'Write a legal memo on this',
  'Find case law',
  'What have courts decided about this?',
  'Find precedents and opinions',
  'Which statutes of other states regulate this?',
  'Search federal law',
  'Find literature on this subject',
  'Is there a bill pending on this?',
  'Prepare a memo with all authorities',
  'Research this thoroughly, with citations',
  'Compare the law of other places',
  'Collect all provisions about this subject',
  'Recherchiere die Rechtslage',
  'Schreibe ein rechtliches Memo',
  'Suche Rechtsprechung dazu',
  'Welche Urteile gibt es?',
  'Erstelle ein Gutachten',
  'Stelle alle Vorschriften zusammen',
  'Wie regeln das andere Länder?',
  'Memo: liability and limitation',
  'Add what the courts have said',
  'Any newer opinions?',
  'Include the case law',
  'How do other states handle it?',
  'Look at foreign statutes',
  'Investigate the legal position',
  'Write up the legal position',
  'Who is liable? I need a memo',
  'Nimm auch Urteile auf',
  'Suche Urteile',
  'Memo zu Fristen',
  'Gibt es dazu Gerichtsentscheidungen?',
  'Research the subject in depth',
  'Which authorities support this?',
  'Look for opinions of courts on this',
  'Memorandum on the duties of the operator',
  'How is this regulated elsewhere?',
  'Are there federal rules on this?',
  'What does the literature say?',
  'Give me the legal background with sources',
  'Collect everything on this subject',
  'Search statutes and cases',
  'Recherchiere das gründlich',
  'Memorandum zu den Pflichten',
  'Welche Rechtsprechung gibt es?',
  'Gutachten zur Haftung',
  'Suche in Gesetzen anderer Länder',
];

/** Some 60 results, each with its name, fit into what the writing model may be handed at the least. */
const MAX_CALLS = 60;

const policy = {
  maxTokens: 4096,
  maxToolCalls: MAX_CALLS,
  // Enough for a large model to write 4,096 tokens.
  closingSeconds: 120,
  models: { tools: 'small', closing: 'large' },
} as const;

/** Answers questions about laws and about the user's cases: one model searches, another one writes. */
export const lawAgent: Agent = {
  contextType: 'law',
  title: 'Law',
  description:
    'Finds provisions in a knowledge graph of laws, follows their references, and answers with citations.',
  examples: [
    'What do the ordinances say about noise at night?',
    'Which deadlines are coming up in my cases?',
    'What does § 12-104 say?',
  ],
  examplesOfSample: true,
  groups: ['law', 'explorer'],
  offersAll: true,
  coreTools: () => [],
  promptSection: GRAPH_SECTION,
  systemPrompt: (context, promptSection = '') =>
    searchingPrompt(chatPrompts, context, promptSection),
  policy: { ...policy, maxTurns: 10 },
  routing: { examples: lawExamples },
  hooks: hooksWith(chatPrompts),
};

/** Researches a legal subject, in sources outside too, and writes a memo. */
export const lawResearchAgent: Agent = {
  contextType: 'law_research',
  title: 'Legal research',
  description:
    'Searches case law, statutes and other sources outside and the knowledge graph, and writes a memo.',
  examples: [
    'Research the rules on mooring fees',
    'How long may a visiting vessel stay?',
    'Which fines are there for noise at night?',
  ],
  examplesOfSample: true,
  examplesNeedModel: true,
  groups: ['legal_research', 'explorer'],
  offersAll: true,
  coreTools: () => [],
  promptSection: GRAPH_AND_SOURCES,
  systemPrompt: (context, promptSection = '') =>
    searchingPrompt(researchPrompts, context, promptSection),
  policy: { ...policy, maxTurns: 5 },
  routing: { examples: researchExamples },
  hooks: hooksWith(researchPrompts),
};

function hooksWith(prompts: typeof chatPrompts): (run: RunContext) => AgentHooks {
  return (run) =>
    new TwoPhaseHooks(run, (context, promptSection) =>
      writingPrompt(prompts, context, promptSection),
    );
}
