/** Something in a text that nobody needs to ask a question, and that could do harm where the text goes. */
interface Pattern {
  found: RegExp;
  reason: string;
  guidance: string;
}

/**
 * What is refused in every text of a call. Orders in plain words are not: a question may speak of
 * anything, and neither SQL nor a template is ever made of a text. Each expression takes time in
 * proportion to the text.
 */
const PATTERNS: readonly Pattern[] = [
  {
    found: /<\|[a-z_]{2,30}\|>|<<\/?SYS>>|\[\/?INST\]|<\/?(?:system|assistant)(?:_prompt)?>/i,
    reason: 'holds markup that models take for the frame of a conversation',
    guidance: 'leave the markup out and say it in plain words',
  },
  {
    found: /<\/?(?:script|iframe|object|embed)\b|\bon(?:error|load|click|mouseover)\s{0,5}=/i,
    reason: 'holds HTML that a browser would run',
    guidance: 'name the element without its angle brackets',
  },
  {
    found: /\b(?:javascript|vbscript):|data:text\/html/i,
    reason: 'holds an address that a browser would run',
    guidance: 'use an http or https address, or none',
  },
];

/** Why a text is refused and what to write instead, or undefined. */
export function maliciousIn(text: string): { reason: string; guidance: string } | undefined {
  return PATTERNS.find(({ found }) => found.test(text));
}
