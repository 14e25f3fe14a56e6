import { isMap, isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml';

/** A YAML text that knows on which line each of its values stands. */
export class YamlPlaces {
  /** What is wrong with the YAML itself, each with its line. */
  readonly faults: readonly { line: number; message: string }[];
  private readonly document: Document;
  private readonly lines = new LineCounter();

  constructor(text: string) {
    // The parser compares each key with all before it, so that 40,000 of them would take seconds.
    const options = { lineCounter: this.lines, prettyErrors: false, uniqueKeys: false };
    this.document = parseDocument(text, options);
    this.faults = [...this.document.errors, ...this.repeatedKeys()].map(({ pos, message }) => ({
      line: this.lines.linePos(pos[0]).line,
      message: message.split('\n')[0] ?? '',
    }));
  }

  private repeatedKeys(): { pos: [number]; message: string }[] {
    const found: { pos: [number]; message: string }[] = [];
    visit(this.document, {
      Map: (_key, { items }) => {
        const known = new Set<unknown>();
        for (const { key } of items) {
          if (!isScalar(key)) continue;
          const pos: [number] = [key.range?.[0] ?? 0];
          if (known.has(key.value)) found.push({ pos, message: 'Map keys must be unique' });
          known.add(key.value);
        }
      },
    });
    return found;
  }

  value(): unknown {
    return this.document.toJS({ maxAliasCount: 100 });
  }

  /** The line of the key or value at this path, or of the nearest one around it. */
  lineOf(path: readonly string[]): number {
    for (let length = path.length; length > 0; length -= 1) {
      const found = this.offsetOf(path.slice(0, length));
      if (found !== undefined) return this.lines.linePos(found).line;
    }
    return 1;
  }

  private offsetOf(path: readonly string[]): number | undefined {
    const parent: unknown =
      path.length === 1 ? this.document.contents : this.document.getIn(path.slice(0, -1), true);
    const name = path.at(-1) as string;
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === name);
      if (isScalar(pair?.key)) return pair.key.range?.[0];
    }
    const node = this.document.getIn(path, true) as
      { range?: [number, number, number] } | undefined;
    return node?.range?.[0];
  }
}
