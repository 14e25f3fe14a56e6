import { toolFailed } from '../../../foundation/errors.js';
import { wholeProperty, textProperty, countProperty } from '../../../foundation/json.js';
import { type ToolOutcome, type ToolOf, toolsFor } from '../../../agenttools/tool.js';
import type { OutsideSource } from '../../../knowledge/outside/services/outside-service.js';
import type { LawCall, LawServices } from '../tools/law-tools.js';
import type { OutsideServices } from '../../../knowledge/outside/services/outside-sources.js';

const legalTool = toolsFor<LawServices>('legal_research');

const queryArgument = textProperty(
  'What to search for; it leaves this server, so name no client in it.',
  300,
  2,
);

const limitArgument = countProperty('How many results to return', 8, 20);

const DEFAULT_LIMIT = 8;

async function searchSource<Question extends { query: string }>(
  source: OutsideSource<Question> | undefined,
  question: Question,
  { signal }: Pick<LawCall, 'signal'>,
): Promise<ToolOutcome> {
  if (source === undefined) {
    throw toolFailed('This source is not configured on this server.');
  }
  const { total, items, nextMark: next_mark } = await source(question, signal);
  const none = 'Nothing was found. Try once in other, fewer words.';
  const note = items.length === 0 ? none : undefined;
  return { result: { query: question.query, total, results: items, next_mark, note } };
}

const day = { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' };

const searchOpinions = legalTool<{
  query: string;
  court?: string;
  filed_after?: string;
  filed_before?: string;
  limit?: number;
}>({
  name: 'search_opinions',
  description:
    'Searches case law: the opinions of US courts at CourtListener. Returns case name, court, date, citations, docket number, a snippet and the address of each.',
  properties: {
    query: queryArgument,
    court: {
      type: 'string',
      pattern: '^[a-z0-9]{2,20}$',
      description: "CourtListener's id of one court, e.g. scotus, ca4, va.",
    },
    filed_after: { ...day, description: 'Only opinions filed on or after this day.' },
    filed_before: { ...day, description: 'Only opinions filed on or before this day.' },
    limit: limitArgument,
  },
  required: ['query'],
  examples: [
    'Find court opinions about adverse possession',
    'Which cases deal with the duty to mitigate damages?',
    'Is there case law on harbor fees and the commerce clause?',
    'What did the Supreme Court decide about qualified immunity?',
  ],
  execute: (
    { query, court, filed_after: filedAfter, filed_before: filedBefore, limit = DEFAULT_LIMIT },
    context,
  ) => {
    const question = { query, limit, court, filedAfter, filedBefore };
    return searchSource(context.legal.courtListener, question, context);
  },
});

const searchStatutes = legalTool<{ query: string; state: string; year?: number; limit?: number }>({
  name: 'search_statutes',
  description:
    'Searches state legislation at LegiScan: bills and enacted statutes of a US state. Returns number, title, last action and address of each.',
  properties: {
    query: queryArgument,
    state: {
      type: 'string',
      pattern: '^([A-Za-z]{2}|[Aa][Ll][Ll])$',
      description: 'The state in two letters, e.g. VA; US for the Congress, ALL for every state.',
    },
    year: wholeProperty('The year of the session; without it the current ones.', 1990, 2100),
    limit: limitArgument,
  },
  required: ['query', 'state'],
  examples: [
    'Which Virginia statutes regulate short-term rentals?',
    'Search the state legislation of Ohio on data privacy',
    'Has California passed a bill about autonomous trucks?',
    'Find enacted bills on court jurisdiction in VA',
  ],
  execute: ({ query, state, year, limit = DEFAULT_LIMIT }, context) => {
    const question = { query, state: state.toUpperCase(), limit, year };
    return searchSource(context.legal.legiScan, question, context);
  },
});

const searchGovinfo = legalTool<{
  query: string;
  collection?: string;
  mark?: string;
  limit?: number;
}>({
  name: 'search_govinfo',
  description:
    'Searches federal publications at GovInfo: United States Code, Code of Federal Regulations, Federal Register, public laws, congressional reports. Returns title, collection, date and address of each.',
  properties: {
    query: queryArgument,
    collection: {
      type: 'string',
      pattern: '^[A-Z]{2,12}$',
      description: 'One collection only: USCODE, CFR, FR, PLAW, BILLS, CRPT, USCOURTS…',
    },
    mark: textProperty(
      'Goes on where an earlier search with the same query ended: its next_mark.',
      500,
    ),
    limit: limitArgument,
  },
  required: ['query'],
  examples: [
    'What does the Code of Federal Regulations say about ballast water?',
    'Find the Federal Register notice on port security fees',
    'Search the United States Code for maritime liens',
    'Which public law created the Coast Guard Reserve?',
  ],
  execute: ({ query, collection, mark, limit = DEFAULT_LIMIT }, context) =>
    searchSource(context.legal.govInfo, { query, limit, collection, mark }, context),
});

const searchOpenalex = legalTool<{ query: string; from_year?: number; limit?: number }>({
  name: 'search_openalex',
  description:
    'Searches scholarly literature at OpenAlex: law review articles, papers, books. Returns title, authors, year, journal, how often it is cited, the abstract and the address of each.',
  properties: {
    query: queryArgument,
    from_year: wholeProperty('Only works published in this year or later.', 1500, 2100),
    limit: limitArgument,
  },
  required: ['query'],
  examples: [
    'Which scholarly articles discuss algorithmic sentencing?',
    'Find law review papers on the public trust doctrine',
    'What does the academic literature say about plea bargaining?',
    'Recent research papers about coastal zoning law',
  ],
  execute: ({ query, from_year: fromYear, limit = DEFAULT_LIMIT }, context) =>
    searchSource(context.legal.openAlex, { query, limit, fromYear }, context),
});

const searchWeb = legalTool<{ query: string; limit?: number }>({
  name: 'search_web',
  description:
    'Searches the web with Google, for what no legal source has: news, press releases, the pages of authorities. Returns title, address and snippet of each page.',
  properties: { query: queryArgument, limit: limitArgument },
  required: ['query'],
  examples: [
    'Search the web for news about the harbor expansion',
    'What do news sites say about the new ferry rules?',
    'Google the website of the port authority',
    'Find the press release on the settlement online',
  ],
  execute: ({ query, limit = DEFAULT_LIMIT }, context) =>
    searchSource(context.legal.serpApi, { query, limit }, context),
});

const all: readonly [keyof OutsideServices, string, ToolOf<LawServices>][] = [
  ['courtListener', 'CourtListener (court opinions)', searchOpinions],
  ['legiScan', 'LegiScan (state legislation)', searchStatutes],
  ['govInfo', 'GovInfo (federal publications)', searchGovinfo],
  ['openAlex', 'OpenAlex (literature)', searchOpenalex],
  ['serpApi', 'SerpApi (the web)', searchWeb],
];

export function legalResearchTools(services: OutsideServices): ToolOf<LawServices>[] {
  return all.flatMap(([service, , tool]) => (services[service] === undefined ? [] : [tool]));
}

export function missingSources(services: OutsideServices): string[] {
  return all.flatMap(([service, name]) => (services[service] === undefined ? [name] : []));
}
