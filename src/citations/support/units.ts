import type { Language } from '../../language/question-language.js';

/** What is measured; values of one can be compared. A month has no fixed number of days. */
export type Dimension =
  | 'month'
  | 'minute'
  | 'working day'
  | 'clock'
  | 'money'
  | 'share'
  | 'length'
  | 'mass'
  | 'volume'
  | 'times'
  | 'degree'
  | 'dose'
  | 'date';

/** A unit, as so many of the smallest of its kind; with an amount where the word says it as well: "noon", "daily". */
export interface Unit {
  dimension: Dimension;
  size: number;
  amount?: number;
}

const HOUR = 60;
const DAY = 24 * HOUR;

const LISTED: Readonly<Record<Language, string>> = {
  de: `month 1 = monat monate monaten monats; month 12 = jahr jahre jahren jahres; month 3 = quartal quartale quartals vierteljahr;
    month 6 = halbjahr halbjahre; month 120 = jahrzehnt jahrzehnte jahrzehnten;
    minute ${HOUR} = stunde stunden; minute 1 = minute minuten; minute ${DAY} = tag tage tagen tages kalendertag kalendertage kalendertagen;
    minute ${7 * DAY} = woche wochen woch; working day 1 = werktag werktage werktagen arbeitstag arbeitstage arbeitstagen;
    clock 60 = uhr; money 1 = euro eur; money 0.01 = cent; share 1 = prozent; degree 1 = grad;
    length 1 = meter metern m; length 1000 = kilometer kilometern km; length 0.01 = zentimeter cm; length 0.001 = millimeter mm;
    mass 1 = kilogramm kg; mass 1000 = tonne tonnen; mass 0.001 = gramm; volume 1 = liter litern; volume 0.001 = milliliter ml;
    times 1 = mal; dose 1 = sievert; dose 0.001 = millisievert`,
  en: `month 1 = month months; month 12 = year years; month 3 = quarter quarters; month 120 = decade decades;
    minute ${HOUR} = hour hours; minute 1 = minute minutes; minute ${DAY} = day days; minute ${7 * DAY} = week weeks;
    working day 1 = workday workdays; money 1 = euro euros eur; money 0.01 = cent cents; share 1 = percent;
    length 1 = metre metres meter meters m; length 1000 = kilometre kilometres kilometer kilometers km;
    length 0.01 = centimetre centimetres cm; length 0.001 = millimetre millimetres mm;
    mass 1 = kilogram kilograms kg; mass 1000 = ton tons tonne tonnes; mass 0.001 = gram grams g;
    volume 1 = litre litres liter liters; volume 0.001 = millilitre millilitres ml; times 1 = times; degree 1 = degree degrees`,
};

/** Words that say an amount with its unit. */
const WHOLE: Readonly<Record<Language, string>> = {
  de: `month 12 = jährlich alljährlich; month 1 = monatlich; month 3 = vierteljährlich quartalsweise; month 6 = halbjährlich;
    minute ${7 * DAY} = wöchentlich; minute ${DAY} = täglich; minute ${HOUR} = stündlich; clock 720 = mittag mittags; clock 1440 = mitternacht`,
  en: `month 12 = annually yearly annual; month 1 = monthly; month 3 = quarterly; minute ${7 * DAY} = weekly fortnight;
    minute ${DAY} = daily; minute ${HOUR} = hourly; clock 720 = noon midday; clock 1440 = midnight; times 2 = twice; times 3 = thrice`,
};

function listed(text: string): [string, Unit][] {
  return text.split(';').flatMap((line) => {
    const [kind = '', words = ''] = line.trim().split(' = ');
    const at = kind.lastIndexOf(' ');
    const unit = { dimension: kind.slice(0, at) as Dimension, size: Number(kind.slice(at + 1)) };
    return words.split(/\s+/).map((word): [string, Unit] => [word, unit]);
  });
}

function unitsOf(language: Language): ReadonlyMap<string, Unit> {
  const whole = listed(WHOLE[language]).map(([word, unit]): [string, Unit] => [
    word,
    { ...unit, amount: 1 },
  ]);
  return new Map([...listed(LISTED[language]), ...whole]);
}

const units: Readonly<Record<Language, ReadonlyMap<string, Unit>>> = {
  de: unitsOf('de'),
  en: unitsOf('en'),
};

/** German adjectives of a number and a period: "achtstündig". */
export const PERIOD = /^(\p{L}+?)(jährig|monatig|wöchig|tägig|stündig|minütig)(?:e[rnms]?)?$/u;
/** And the period each says. */
export const PERIODS: Readonly<Record<string, string>> = {
  jährig: 'jahr',
  monatig: 'monat',
  wöchig: 'woche',
  tägig: 'tag',
  stündig: 'stunde',
  minütig: 'minute',
};
/** German adverbs of how often: "dreimal". */
export const OFTEN = /^(\p{L}+?)mal(?:ig(?:e[rnms]?)?)?$/u;

/** What a word measures. */
export function unitOf(word: string, language: Language): Unit | undefined {
  return units[language].get(word);
}
