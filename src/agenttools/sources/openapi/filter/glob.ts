/**
 * True when the pattern fits the whole text: `*` stands for anything but a slash, `**` for anything, every
 * other sign for itself. Takes time in proportion to both lengths at worst.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  const tokens = tokensOf(pattern);
  // reached[i]: the tokens so far can stand for the first i signs of the text.
  let reached = new Uint8Array(text.length + 1);
  reached[0] = 1;
  for (const token of tokens) {
    const next = new Uint8Array(text.length + 1);
    for (let i = 0; i <= text.length; i += 1) {
      const before = i > 0 ? text[i - 1] : undefined;
      if (token === '*' || token === '**') {
        const goesOn =
          before !== undefined && next[i - 1] === 1 && (token === '**' || before !== '/');
        next[i] = reached[i] === 1 || goesOn ? 1 : 0;
      } else if (before === token && reached[i - 1] === 1) {
        next[i] = 1;
      }
    }
    reached = next;
  }
  return reached[text.length] === 1;
}

function tokensOf(pattern: string): string[] {
  const tokens: string[] = [];
  for (let i = 0; i < pattern.length; i += 1) {
    if (pattern[i] === '*' && pattern[i + 1] === '*') {
      tokens.push('**');
      i += 1;
    } else tokens.push(pattern[i] as string);
  }
  return tokens;
}
