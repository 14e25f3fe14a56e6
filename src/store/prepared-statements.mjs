const PARSE = 'P'.charCodeAt(0);
const PARSE_COMPLETE = '1'.charCodeAt(0);
/** A whole `ParseComplete`. */
const PARSED = Uint8Array.of(PARSE_COMPLETE, 0, 0, 0, 4);
/** Where a `Parse` has its statement's name, which ends with a zero. */
const NAME_AT = 5;

/**
 * The named statements of a session that several connections share. Each connection prepares a
 * statement under its name once, and the session refuses the second: so a `Parse` that the session
 * knows is left out, and its answer given here.
 */
export class PreparedStatements {
  /** @type {Map<string, Uint8Array>} */
  #parses = new Map();

  /**
   * Looks at one turn's messages before they are sent.
   * @param {readonly Uint8Array[]} messages
   * @returns {{ messages: readonly Uint8Array[], answer: (data: Uint8Array) => Uint8Array }} what to send,
   *   and what each part of the answer becomes
   */
  begin(messages) {
    const [parse] = messages;
    const name = parse && nameOf(parse);
    if (parse === undefined || !name) return { messages, answer: (data) => data };
    const known = this.#parses.get(name);
    let isFirst = true;
    if (known !== undefined && Buffer.compare(known, parse) === 0) {
      /** @param {Uint8Array} data */
      const answer = (data) => {
        if (!isFirst) return data;
        isFirst = false;
        return Buffer.concat([PARSED, data]);
      };
      return { messages: messages.slice(1), answer };
    }
    /** @param {Uint8Array} data */
    const answer = (data) => {
      if (isFirst && data[0] === PARSE_COMPLETE) this.#parses.set(name, parse);
      isFirst = false;
      return data;
    };
    return { messages, answer };
  }
}

/**
 * The name under which a message prepares a statement; empty for the unnamed one, undefined for others.
 * @param {Uint8Array} message
 */
function nameOf(message) {
  if (message[0] !== PARSE) return undefined;
  const end = message.indexOf(0, NAME_AT);
  return Buffer.from(message.subarray(NAME_AT, end)).toString('utf8');
}
