/** What people say without naming anything: greetings, thanks, consent, and leaving it to others. */
const COURTESY =
  /^(?:guten (?:tag|morgen|abend)|hallo|hi|hey|hello|good (?:morning|day|evening|afternoon)|(?:vielen |herzlichen |schönen )?dank(?:e)?(?: (?:schön|sehr|für|dafür).{0,60})?|thanks(?: (?:for|a lot|you).{0,60})?|thank you.{0,60}|gern(?:e)?|ok(?:ay)?|alles klar|passt|in ordnung|fine|sounds good|great|sure|beide(?:s)? (?:ist|sind|wäre|wären) (?:relevant|gut|recht|wichtig|ok(?:ay)?|in ordnung)|both (?:are|is) (?:fine|relevant|ok(?:ay)?|good|important)|entscheiden sie(?: das| es)?(?: selbst)?|entscheide (?:du|selbst)(?: das| es)?|das überlasse ich ihnen|(?:you|please) decide|(?:it's |that is |that's )?up to you|keine ahnung|(?:das )?weiß ich nicht|ich weiß (?:es )?nicht|no idea|not sure|i (?:do not|don't) know)$/i;

/** A reply without its clauses that only are polite or leave the choice to others; they are about nothing. */
export function withoutCourtesy(reply: string): string {
  const parts = reply.split(/([.;!?,](?:\s|$)|\n)/);
  const kept: string[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const [clause = '', mark = ''] = [parts[at], parts[at + 1]];
    if (!COURTESY.test(clause.trim())) kept.push(clause, mark);
  }
  return kept.join('').trim();
}
