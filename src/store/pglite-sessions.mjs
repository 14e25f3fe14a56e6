/** @param {string} types */
const messageTypes = (types) => new Set([...types].map((type) => type.charCodeAt(0)));
/** Message types of the extended query protocol that leave a statement half sent until `Sync`. */
const HALF_SENT = messageTypes('PBDECHF');
/** Those of them that nobody waits for an answer to before `Sync` or `Flush`. */
const UNANSWERED = messageTypes('PBDEC');
const [TERMINATE] = messageTypes('X');
/** What a client may ask before it starts; neither encryption is known here. */
const ENCRYPTION_REQUESTS = new Set([80877103, 80877104]);
const CANCEL_REQUEST = 80877102;

/**
 * What a client has sent up to a message that is answered: it goes to PostgreSQL in one piece, as PGlite's way
 * in and out costs more than most statements.
 * @typedef {{ client: Client, messages: Uint8Array[], isHalfSent: boolean }} Turn
 */

/**
 * One PGlite session for many clients, each of which believes to have PostgreSQL for itself: a client's turn is
 * over when its statement or its transaction is, and the others wait. An unprepared statement is five messages
 * (Parse, Bind, Describe, Execute, Sync) on the one session: another client's Parse between them would replace the
 * statement, and values of one user would be bound into the query of another.
 *
 * It also notices when PostgreSQL gives up: a PANIC (the disk is full, say) ends a real server, but leaves PGlite
 * running in a state where statements fail for no reason or never end.
 */
export class PgliteSessions {
  /** @type {Turn[]} */
  #waiting = [];
  /** Whose statement or transaction is under way. @type {Client | undefined} */
  #owner;
  #isBusy = false;
  #prepared = new PreparedStatements();
  #db;
  #onFatal;

  /**
   * @param {import('@electric-sql/pglite').PGlite} db used by nobody else
   * @param {(error: unknown) => void} onFatal called when PGlite broke or PostgreSQL gave up; not for
   *   errors in statements
   */
  constructor(db, onFatal) {
    this.#db = db;
    this.#onFatal = onFatal;
  }

  /**
   * A new client.
   * @param {(data: Uint8Array) => void} answer takes what PostgreSQL answers, in any pieces
   * @param {() => void} end called when the client has said farewell
   */
  connect(answer, end) {
    return new Client(this, answer, end);
  }

  /** @param {Turn} turn */
  take(turn) {
    this.#waiting.push(turn);
    if (!this.#isBusy) void this.#work();
  }

  /** Forgets what a client still wanted, and rolls back what it leaves behind. @param {Client} client */
  leave(client) {
    this.#waiting = this.#waiting.filter((turn) => turn.client !== client);
    if (!this.#isBusy) void this.#work();
  }

  async #work() {
    this.#isBusy = true;
    try {
      for (;;) {
        if (this.#owner?.hasLeft) {
          await this.#db.exec('rollback');
          this.#owner = undefined;
        }
        const owner = this.#owner;
        const at = owner ? this.#waiting.findIndex(({ client }) => client === owner) : 0;
        const [turn] = at === -1 ? [] : this.#waiting.splice(at, 1);
        if (turn === undefined) break;
        await this.#carryOut(turn);
        this.#owner = turn.isHalfSent || this.#db.isInTransaction() ? turn.client : undefined;
      }
    } catch (error) {
      this.#onFatal(error);
    } finally {
      this.#isBusy = false;
    }
  }

  /** @param {Turn} turn */
  async #carryOut({ client, messages }) {
    const { messages: sent, answer } = this.#prepared.begin(messages);
    await this.#db.execProtocolRawStream(Buffer.concat(sent), {
      onRawData: (data) => {
        const panic = panicIn(data);
        if (panic !== undefined) this.#onFatal(new Error(panic));
        if (!client.hasLeft) client.answer(answer(data));
      },
    });
  }
}

/** One client's bytes, as they come, put together to turns. */
class Client {
  hasLeft = false;
  #hasStarted = false;
  #bytes = Buffer.alloc(0);
  /** @type {Uint8Array[]} */
  #held = [];
  #sessions;
  #end;

  /**
   * @param {PgliteSessions} sessions
   * @param {(data: Uint8Array) => void} answer
   * @param {() => void} end
   */
  constructor(sessions, answer, end) {
    this.#sessions = sessions;
    this.answer = answer;
    this.#end = end;
  }

  /** @param {Uint8Array} data */
  receive(data) {
    this.#bytes = this.#bytes.length === 0 ? Buffer.from(data) : Buffer.concat([this.#bytes, data]);
    while (!this.hasLeft) {
      const message = this.#next();
      if (message === undefined) return;
      if (this.#hasStarted) this.#read(message);
      else this.#begin(message);
    }
  }

  /** The connection is gone. */
  leave() {
    if (this.hasLeft) return;
    this.hasLeft = true;
    this.#sessions.leave(this);
  }

  /** The next whole message; the first ones have no type. */
  #next() {
    const at = this.#hasStarted ? 1 : 0;
    if (this.#bytes.length < at + 4) return undefined;
    const length = at + this.#bytes.readInt32BE(at);
    if (this.#bytes.length < length) return undefined;
    const message = this.#bytes.subarray(0, length);
    this.#bytes = this.#bytes.subarray(length);
    return message;
  }

  /** @param {Buffer} message */
  #begin(message) {
    const code = message.length < 8 ? CANCEL_REQUEST : message.readInt32BE(4);
    if (ENCRYPTION_REQUESTS.has(code)) return this.answer(Buffer.from('N'));
    // A statement cannot be cancelled from outside: this thread carries it out.
    if (code === CANCEL_REQUEST) return this.#sayFarewell();
    this.#hasStarted = true;
    this.#sessions.take({ client: this, messages: [message], isHalfSent: false });
  }

  /** @param {Buffer} message */
  #read(message) {
    const type = message[0] ?? 0;
    // Handed on, it would end PostgreSQL for everybody.
    if (type === TERMINATE) return this.#sayFarewell();
    this.#held.push(message);
    if (UNANSWERED.has(type)) return;
    const messages = this.#held;
    this.#held = [];
    this.#sessions.take({ client: this, messages, isHalfSent: HALF_SENT.has(type) });
  }

  #sayFarewell() {
    this.leave();
    this.#end();
  }
}

/** Severity PANIC as an error response carries it; no text value can hold the zero at its end. */
const PANIC = Buffer.from('VPANIC\0');

/** The message of an error response with severity PANIC. @param {Uint8Array} data what PostgreSQL answers */
function panicIn(data) {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const at = bytes.indexOf(PANIC);
  if (at === -1) return undefined;
  const fields = bytes.toString('utf8', at).split('\0');
  return fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'PANIC';
}

const PARSE = 'P'.charCodeAt(0);
const PARSE_COMPLETE = '1'.charCodeAt(0);
/** A whole `ParseComplete`. */
const PARSED = Uint8Array.of(PARSE_COMPLETE, 0, 0, 0, 4);
/** Where a `Parse` has its statement's name, which ends with a zero. */
const NAME_AT = 5;

/** The named statements that connections of one session share: a `Parse` that it knows is left out, and answered here. */
class PreparedStatements {
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

/** The name under which it prepares a statement; empty: unnamed, undefined: it does not. @param {Uint8Array} message */
function nameOf(message) {
  if (message[0] !== PARSE) return undefined;
  const end = message.indexOf(0, NAME_AT);
  return Buffer.from(message.subarray(NAME_AT, end)).toString('utf8');
}
