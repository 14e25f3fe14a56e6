import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { languageOf } from '../language/question-language.js';
import { acceptable } from './answers.js';
import { foundOf, readChunks, readGiven, type FoundChunk } from './found.js';
import { quoteOf, partsOf, sentencesOf } from './statements.js';
import { provisionsIn, quoteCited } from './cited.js';
import { partsOfQuestion, queryOf, readQuestion } from './question.js';
import { select } from './selection.js';
import { likeness, stemOf } from '../language/word-stems.js';

const chunk = (title: string, text: string, section = '', score = 0.8): FoundChunk => ({
  ...{ title, section, score },
  blocks: [{ number: 1, text }],
});
const answerTo = (text: string, chunks: FoundChunk[], earlier: string[] = []) => {
  const question = readQuestion(text, earlier);
  return select(question, chunks);
};
const quotesOf = (...args: Parameters<typeof answerTo>) =>
  answerTo(...args).sentences.map(({ text }) => text);

describe('a question', () => {
  test.each([
    ['How long do we keep rejected goods?', 'deadline', 'en', 'keep rejected goods'],
    ['Who approves an order of 12,000 EUR?', 'person', 'en', 'approves order 12000 eur'],
    ['Wann darf nachts nicht verladen werden?', 'time', 'de', 'nachts verladen'],
    ['Wo liegt gesperrte Ware?', 'place', 'de', 'liegt gesperrte ware'],
    ['How high was the fee in 2024?', 'amount', 'en', 'fee 2024'],
  ])('%s', (text, kind, language, query) => {
    const question = readQuestion(text, []);
    expect({ ...question, query: queryOf(question) }).toMatchObject({ kind, language, query });
  });

  test.each([
    ['And where?', 'place', 'keep rejected goods'],
    ['What about chemicals?', 'deadline', 'keep rejected goods chemicals'],
    ['How many forklifts drive in Berlin?', 'amount', 'forklifts drive berlin'],
  ])('after another one: %s', (text, kind, query) => {
    const question = readQuestion(text, ['How long do we keep rejected goods?']);
    expect({ kind: question.kind, query: queryOf(question) }).toEqual({ kind, query });
  });

  test('goes back over several that lean on each other', () => {
    const earlier = ['How high is the fee in 2024?', 'And in 2025?'];
    expect(queryOf(readQuestion('And for chemicals?', earlier))).toBe('fee chemicals 2025');
  });

  test('whatever it is, it can be read, and its query is short', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string(), { maxLength: 3 }), (text, earlier) => {
        expect(queryOf(readQuestion(text, earlier)).length).toBeLessThanOrEqual(400);
      }),
    );
  });
});

test.each([
  ['approve', 'approval', 'en', true],
  ['kept', 'keep', 'en', true],
  ['Güter', 'Gut', 'de', false],
  ['Schlüssel', 'Schlüsseln', 'de', true],
  ['Reisekostenabrechnung', 'Abrechnung', 'de', true],
  ['Übernachtung', 'Nacht', 'de', false],
  ['unopened', 'opened', 'en', false],
  ['30', '300', 'en', false],
  ['car', 'carton', 'en', false],
] as const)('%s and %s (%s) meet: %s', (a, b, language, expected) => {
  const stems = [a, b].map((word) => stemOf(word.toLowerCase(), language)) as [string, string];
  expect(likeness(...stems) > 0).toBe(expected);
});

test('languages are told apart', () => {
  expect(languageOf('Wie lange wird Ware gelagert?')).toBe('de');
  expect(languageOf('How long are goods kept?')).toBe('en');
});

describe('sentences', () => {
  test('one that leans on the one before comes with it; brackets are no markers', () => {
    const texts = sentencesOf(chunk('T', 'Goods are blocked [3]. They stay for 30 days.')).map(
      ({ text }) => text,
    );
    expect(texts).toEqual([
      'Goods are blocked (3).',
      'Goods are blocked (3). They stay for 30 days.',
    ]);
  });

  test('never hold a marker and are never longer than can be quoted', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(999), (text, number) => {
        for (const each of sentencesOf(chunk('T', `${text}[${number}] ${text}`.repeat(20)))) {
          expect(each.text).not.toMatch(/\[\d{1,3}\]/);
          expect(each.text.length).toBeLessThanOrEqual(600);
        }
      }),
    );
  });
});

describe('what is quoted', () => {
  const text =
    'Goods that fail are moved. We keep rejected goods for 30 days. The manager decides then.';

  test('the sentence that answers comes first, and nothing that has little to do with it', () => {
    expect(quotesOf('How long do we keep rejected goods?', [chunk('Receiving', text)])[0]).toBe(
      'We keep rejected goods for 30 days.',
    );
    expect(answerTo('When is the summer party?', [chunk('Receiving', text)]).kind).toBe('nothing');
    expect(answerTo('Anything?', []).kind).toBe('nothing');
  });

  test('the section that is about the question before one that only speaks of it', () => {
    const about = chunk(
      'Act',
      'Anything of the kind is reported to the authority at once.',
      'Loss',
    );
    const beside = chunk(
      'Act',
      'Rules may say to whom the loss is reported.',
      'Rules on loss of papers',
    );
    const [first] = quotesOf('To whom is a loss reported?', [beside, about]);
    expect(first).toBe('Anything of the kind is reported to the authority at once.');
  });

  test('the limit that an amount falls under', () => {
    const limits = ['up to 2,500 EUR: the agent approves', 'over 2,500 EUR: the head approves'];
    const [first] = quotesOf(
      'Who approves 3,000 EUR?',
      limits.map((each) => chunk('Limits', each)),
    );
    expect(first).toBe(limits[1]);
  });

  test.each([
    ['editions of one document', 'Policy 2024', 'Policy 2025'],
    ['documents that say the same with other numbers', 'Guide', 'Manual'],
  ])('%s stand against each other', (_name, a, b) => {
    const both = [
      chunk(a, 'Customers may return goods within 14 days.', 'Limit'),
      chunk(b, 'Customers may return goods within 30 days.', 'Limit', 0.7),
    ];
    const { kind, sentences } = answerTo('Within how many days may customers return goods?', both);
    expect(kind).toBe('editions');
    expect(sentences.map(({ chunk: { title } }) => title).sort()).toEqual([a, b].sort());
  });

  test('a year that is named chooses the edition', () => {
    const both = ['2024', '2025'].map((year) =>
      chunk(`Policy ${year}`, `The fee is ${year === '2024' ? 15 : 10} percent.`),
    );
    expect(quotesOf('What was the fee in 2024?', both)).toEqual(['The fee is 15 percent.']);
  });
});

test('a text that was refused keeps its markers and loses what runs or frames', () => {
  expect(acceptable('Kept [1]. <|im_start|> <script>x</script> [INST] javascript:x a: b')).toBe(
    'Kept [1]. x javascript x a: b',
  );
});

test('a result of any shape is read', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.array(fc.anything())), (data) => {
      expect(Array.isArray(foundOf(readChunks(data), data).chunks)).toBe(true);
    }),
  );
});

test('passages that a request brings with it', () => {
  const text = 'Who pays?\n\nPassages:\n[3] Fees: The buyer: always.\nEach time.\n[12] Rules: No.';
  expect(readGiven(text)).toMatchObject({
    question: 'Who pays?',
    chunks: [
      { title: 'Fees', blocks: [{ number: 3, text: 'The buyer: always.\nEach time.' }] },
      { title: 'Rules', blocks: [{ number: 12, text: 'No.' }] },
    ],
  });
  expect(readGiven('Which Passages:\n[3] are there?')).toBeUndefined();
});

const LIST =
  '(1) Gebühren zahlt der Halter. Die Gebühr beträgt\n1. für Boote 20 Euro im Jahr,\n2. für Flöße 5 Euro im Jahr.\n(2) Flöße: Fahrzeuge ohne Antrieb.';
const quoted = (text: string, chunks: FoundChunk[]) =>
  quoteOf(partsOf(answerTo(text, chunks).sentences), true);

test.each([
  ['(1) Boote melden sich an. Die Anmeldung nach Satz 1 gilt ein Jahr.', 'Boote melden sich an.'],
  ['(1) Flöße melden sich an.\n(2) Die Anmeldung nach Absatz 1 gilt ein Jahr.', 'Flöße melden'],
  ['(1) Boote melden sich an. Die Anmeldung nach § 9 Satz 1 gilt ein Jahr.', undefined],
  ['(1) Boote melden sich an. Die Anmeldung nach Satz 1 des Gesetzes gilt ein Jahr.', undefined],
])('a place in the same provision is quoted along: %s', (text, along) => {
  const said = quoted('Wie lange gilt die Anmeldung?', [chunk('HafenO', text)]);
  expect(said).toContain('gilt ein Jahr.');
  expect(said.includes(along ?? 'melden sich an')).toBe(along !== undefined);
});

describe('a question in everyday words', () => {
  const costs = chunk(
    'HafenO',
    '(1) Der Rat kann das Gutachten eines Sachverständigen einholen. Die Kosten des Gutachtens sind vom Eigner zu tragen.',
    '§ 8 Gutachten',
  );
  const log = chunk(
    'HafenO',
    '(2) Der Eigner hat dafür zu sorgen, dass Fahrtenbücher drei Jahre aufbewahrt werden.',
    '§ 9 Fahrtenbücher',
  );

  test.each([
    [
      'Wer bezahlt das Gutachten, wenn ich mit dem Urteil meines Chefs nicht einverstanden bin?',
      'Die Kosten des Gutachtens sind vom Eigner zu tragen.',
    ],
    [
      'Wie viele Jahre muss mein Chef das Fahrtenbuch behalten?',
      '(2) Der Eigner hat dafür zu sorgen, dass Fahrtenbücher drei Jahre aufbewahrt werden.',
    ],
  ])('%s', (ask, sentence) => {
    const { kind, sentences } = answerTo(ask, [costs, log]);
    expect([kind, sentences[0]?.text]).toEqual(['answer', sentence]);
  });

  test('a synonym of what is not there is no answer', () => {
    expect(answerTo('Wie lange muss ich den Pkw behalten?', [costs, log]).kind).not.toBe('answer');
  });
});

describe('provisions with lists', () => {
  test('an item is quoted with the words before its list, and what is left out shows', () => {
    expect(
      quoted('Wie hoch ist die Gebühr für Flöße?', [chunk('Hafen', LIST, '§ 4 Gebühr')]),
    ).toContain('Die Gebühr beträgt … 2. für Flöße 5 Euro im Jahr.');
  });

  test('words that open a list are quoted with it', () => {
    const [, lead] = sentencesOf(chunk('Hafen', LIST));
    expect(quoteOf(lead?.parts ?? [], false)).toBe(
      'Die Gebühr beträgt 1. für Boote 20 Euro im Jahr, 2. für Flöße 5 Euro im Jahr.',
    );
  });

  test('a definition answers before what only uses the word', () => {
    const uses = chunk('Hafen', 'Flöße dürfen nachts nicht fahren.', '§ 9 Flöße');
    expect(quoted('Was ist ein Floß?', [uses, chunk('Hafen', LIST, '§ 4 Gebühr')])).toMatch(
      /^\(2\) Flöße: Fahrzeuge/,
    );
  });
});

test('what only lets somebody lay it down does not answer', () => {
  const may =
    'Der Rat wird ermächtigt, durch Rechtsverordnung zu regeln, wie lange Fahrtenbücher aufzubewahren sind.';
  const says = 'Fahrtenbücher sind drei Jahre aufzubewahren.';
  const ask = 'Wie lange sind Fahrtenbücher aufzubewahren?';
  expect(quotesOf(ask, [chunk('A', may, '', 0.9), chunk('B', says, '', 0.7)])).toEqual([says]);
  expect(answerTo(ask, [chunk('A', may)]).kind).toBe('nearest');
});

test('what asks for a word that is nowhere is answered by nothing', () => {
  const text = 'Der Hafenmeister hat zehn Tage Zeit.';
  expect(answerTo('Wie viele Tage Urlaub hat der Hafenmeister?', [chunk('A', text)])).toMatchObject(
    {
      kind: 'nothing',
      unknown: 'urlaub',
    },
  );
});

test.each([
  [
    'Wer führt das Register, und wie lange gilt der Eintrag?',
    ['Wer führt das Register?', 'Wie lange gilt der Eintrag?'],
  ],
  ['What is the difference between class A and class B?', ['class A', 'class B']],
  ['Wer haftet für Boote und Flöße?', ['Wer haftet für Boote und Flöße?']],
])('%s asks for %j', (text, parts) => {
  expect(partsOfQuestion(readQuestion(text, [])).map((part) => part.text)).toEqual(parts);
});

test('the parts of a question are in its language, also where they are names alone', () => {
  const question = readQuestion('Was ist der Unterschied zwischen Typ A und Typ B?', []);
  expect(partsOfQuestion(question).map(({ language }) => language)).toEqual(['de', 'de']);
});

describe('a provision that is named', () => {
  const law = { ...chunk('Hafengesetz', LIST, '§ 4 Gebühr'), cited: 'HafG § 4' };
  const other = { ...chunk('Uferordnung', 'Ufer sind frei.', '§ 4 Ufer'), cited: 'UfO § 4' };
  const both = [other, law];
  const cite = (text: string) => quoteCited(both, provisionsIn(text, both));

  test('is quoted at the place that is asked for, of the law that is named anywhere', () => {
    const { quotes, without } = cite('Was sagt § 4 Abs. 1 Nr. 2 im Hafengesetz?');
    expect(quotes.map(({ parts, detail }) => [quoteOf(parts, true), detail])).toEqual([
      ['2. für Flöße 5 Euro im Jahr. [1]', 'Abs. 1 Nr. 2'],
    ]);
    expect(without).toEqual([]);
  });

  test('is told to be in other laws too, to be missing, or to lack the place', () => {
    expect(cite('§ 4').alike).toEqual(['HafG § 4']);
    expect(cite('hafg § 9').missing).toEqual(['HafG § 9']);
    expect(cite('§ 4 Abs. 7 HafG').without).toEqual(['HafG § 4 Abs. 7']);
  });
});
