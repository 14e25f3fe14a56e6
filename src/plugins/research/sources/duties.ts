import type { Library } from '../extract/library.js';
import {
  DUTY_PARTS,
  type DutyFinding,
  type ReportPart,
  type ReportSource,
  type ResearchLanguage,
  type ResearchState,
} from '../state.js';
import { citedPlace, findIn } from './cite-sources.js';

const phrases = {
  de: {
    heading: 'Was zu den Pflichten gefunden wurde',
    parts: { who: 'wer', deadline: 'Frist', exception: 'Ausnahme', sanction: 'Folge' },
    found: (provision: string, parts: string) => `${provision}: ${parts}.`,
    notFound: (names: string, searched: string) =>
      `Nicht gefunden: ${names} (gelesen: die Vorschrift selbst und alle Stellen, die sie nennen, in ${searched}).`,
    quoted: (text: string) => `„${text}“`,
  },
  en: {
    heading: 'What was found of the duties',
    parts: { who: 'who', deadline: 'time limit', exception: 'exception', sanction: 'sanction' },
    found: (provision: string, parts: string) => `${provision}: ${parts}.`,
    notFound: (names: string, searched: string) =>
      `Not found: ${names} (read: the provision itself and all places that name it, in ${searched}).`,
    quoted: (text: string) => `“${text}”`,
  },
} as const;

/** Places of one part that are told. */
const MOST_PLACES = 4;

/** For each provision that lays a duty on somebody, where who, time limit, exception and sanction were found, and what was not. */
export async function dutiesPart(
  { duties }: Readonly<ResearchState>,
  sources: readonly ReportSource[],
  library: Library,
  language: ResearchLanguage,
): Promise<ReportPart | undefined> {
  if (duties === undefined || duties.length === 0) return undefined;
  const items = await Promise.all(
    duties.map((duty) => itemOf(duty, { sources, library, language })),
  );
  return { heading: phrases[language].heading, items };
}

async function itemOf(
  duty: DutyFinding,
  about: { sources: readonly ReportSource[]; library: Library; language: ResearchLanguage },
): Promise<string> {
  const say = phrases[about.language];
  const found: string[] = [];
  const missing: string[] = [];
  for (const part of DUTY_PARTS) {
    const own = duty.found.filter((each) => each.part === part);
    const places = await Promise.all(own.map((each) => placeIn(each, about)));
    const told = [...new Set(places.filter((place) => place !== undefined))].slice(0, MOST_PLACES);
    if (own.length === 0) missing.push(say.parts[part]);
    else found.push(`${say.parts[part]} ${told.join(', ')}`.trimEnd());
  }
  const provision = duty.heading.split(' › ').at(-1) ?? duty.document;
  const searched = duty.searched.map((title) => say.quoted(title)).join(', ');
  const sentences = [
    ...(found.length === 0 ? [] : [say.found(provision, found.join('; '))]),
    ...(missing.length === 0 ? [] : [say.notFound(missing.join(', '), searched)]),
  ];
  return found.length === 0 ? `${provision}: ${sentences.join(' ')}` : sentences.join(' ');
}

/** Where a block stands, with the number of the report's source where it is one. */
async function placeIn(
  { documentId, blockId, blockIds }: DutyFinding['found'][number],
  { sources, library }: { sources: readonly ReportSource[]; library: Library },
): Promise<string | undefined> {
  const own = sources.filter((each) => blockIds.includes(each.blockId));
  const source = own.find((each) => each.blockId === blockId) ?? own.at(-1);
  const block = findIn(await library.outline(documentId), blockId);
  const document = await library.titleOf(documentId);
  const place = (block && citedPlace(block, 0, document)) ?? document;
  return source === undefined ? place : `${place} [${source.number}]`;
}
