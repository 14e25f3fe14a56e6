/** In the order in which a text gives its forms. */
const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** What stands behind this tells two equal English texts apart and is not shown. */
const MEANING = '##';

/** Texts of one language, made of the English ones. */
export class Texts {
  private readonly numbers: Intl.NumberFormat;
  private readonly plurals: Intl.PluralRules;
  private readonly forms: readonly string[];

  /** `own` has each English text in the language of `locale`; what it lacks stays English. */
  constructor(
    locale: string,
    private readonly own: Readonly<Record<string, string>>,
  ) {
    this.numbers = new Intl.NumberFormat(locale);
    this.plurals = new Intl.PluralRules(locale);
    const { pluralCategories } = this.plurals.resolvedOptions();
    this.forms = CATEGORIES.filter((name) => pluralCategories.some((one) => one === name));
  }

  /** The text in parts, in order: `{name}` is replaced by its value, and ` | ` parts the forms for `{n}`. */
  parts<V>(text: string, values: Readonly<Record<string, V>> = {}): (string | V)[] {
    const form = this.formFor(this.own[text] ?? text.split(MEANING)[0] ?? text, values['n']);
    return form.split(/\{(\w+)\}/).map((part, at) => {
      if (at % 2 === 0) return part;
      const value = values[part];
      if (value === undefined) return `{${part}}`;
      return typeof value === 'number' ? this.numbers.format(value) : value;
    });
  }

  private formFor(text: string, n: unknown): string {
    const forms = text.split(' | ');
    if (forms.length === 1 || typeof n !== 'number') return text;
    return forms[this.forms.indexOf(this.plurals.select(n))] ?? forms.at(-1) ?? text;
  }
}
