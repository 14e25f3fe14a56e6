/** Follows JSON text character by character: how deep it is nested, and whether a value just closed. */
export class JsonBalance {
  private depth = 0;
  private inString = false;
  private escaped = false;

  /** True when this character closed the outermost object or array. */
  feed(char: string): boolean {
    if (this.inString) {
      if (this.escaped) this.escaped = false;
      else if (char === '\\') this.escaped = true;
      else if (char === '"') this.inString = false;
      return false;
    }
    if (char === '"') this.inString = true;
    else if (char === '{' || char === '[') this.depth += 1;
    else if (char === '}' || char === ']') {
      this.depth -= 1;
      return this.depth === 0;
    }
    return false;
  }

  /** True between values: not inside of a text, an object or an array. */
  get outside(): boolean {
    return this.depth <= 0 && !this.inString;
  }
}
