import { Duplex } from 'node:stream';
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';

/**
 * A connection to the database in a thread of this process, with the methods of a socket that `pg` calls. What is
 * written together goes to the thread as one message, without the system's sockets in between.
 */
export class ThreadSocket extends Duplex {
  private readonly port: MessagePort;

  /** The thread is told `{ connect: MessagePort }` and exchanges bytes over the port; it closes it to end. */
  constructor(thread: Worker) {
    super();
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.on('message', (data: Uint8Array) => {
      this.push(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
    });
    port1.on('close', () => this.destroy());
    thread.postMessage({ connect: port2 }, [port2]);
  }

  /** Like a socket's: says `connect` when it can be written to. */
  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    this.port.ref();
    return this;
  }

  unref(): this {
    this.port.unref();
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    // `pg` goes on to use the memory that it writes from.
    this.port.postMessage(new Uint8Array(chunk));
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.port.postMessage(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))));
    done();
  }

  override _final(done: () => void): void {
    this.port.close();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.port.close();
    done(error);
  }
}
