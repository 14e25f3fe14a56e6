/**
 * The features of catalogues, numbered as they come. Numbers are only added, never changed: one
 * vocabulary serves an index and the one that follows it, both at once.
 */
export class Vocabulary {
  private readonly numbers = new Map<string, number>();

  /** How many features have a number. */
  get size(): number {
    return this.numbers.size;
  }

  /** The number of a feature; a new one gets the next. */
  number(feature: string): number {
    const known = this.numbers.get(feature);
    if (known !== undefined) return known;
    this.numbers.set(feature, this.numbers.size);
    return this.numbers.size - 1;
  }

  /** The number of a feature, if it has one. */
  find(feature: string): number | undefined {
    return this.numbers.get(feature);
  }
}
