/** A place in a text that sticky patterns move on; every pattern given must be bounded in length. */
export class Reader {
  constructor(
    readonly text: string,
    public at: number,
  ) {}

  /** Matches at the place and steps behind it; undefined leaves the place. */
  take(sticky: RegExp): RegExpExecArray | undefined {
    const match = this.peek(sticky);
    if (match) this.at += match[0].length;
    return match;
  }

  /** Matches at the place without moving. */
  peek(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.at;
    return sticky.exec(this.text) ?? undefined;
  }
}

/** Blanks between the words of one reference; law texts break lines and indent inside them. */
export const GAP = '\\s{1,24}';

/** As {@link GAP}, or nothing. */
export const LOOSE = '\\s{0,24}';

/** Line breaks and indents made one blank; a word broken behind its hyphen is joined. */
export function oneLine(text: string): string {
  return text
    .replace(/-\s*\n\s*/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}
