/** The current time, injected so that tests never wait. */
export type Clock = () => Date;

/** The machine's clock. */
export const systemClock: Clock = () => new Date();
