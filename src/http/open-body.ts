const open = new WeakSet<object>();

/**
 * Marks the class of a body that other programs' clients fill: fields it does not know are passed over
 * instead of refused, because the clients' next version sends more.
 */
export function OpenBody(): ClassDecorator {
  return (target) => void open.add(target);
}

/** True of a class with {@link OpenBody}. */
export function isOpenBody(target: object | undefined): boolean {
  return target !== undefined && open.has(target);
}
