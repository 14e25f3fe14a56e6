/** The controls of a plan that take the focus. */
export type ItemControl = 'up' | 'down' | 'remove' | 'task' | 'add';

/** The id of a control, by the key of its item. */
export function itemControl(key: string, control: ItemControl): string {
  return `plan-${key}-${control}`;
}

/**
 * Puts the focus on a control once the plan is drawn again: an element that is moved loses it. One that
 * cannot be used there any more passes it to its counterpart.
 */
export function focusOn(key: string, control: ItemControl): void {
  requestAnimationFrame(() => {
    const other: ItemControl = control === 'up' ? 'down' : control === 'down' ? 'up' : control;
    for (const one of [control, other]) {
      const node = document.getElementById(itemControl(key, one));
      if (node === null || node.matches(':disabled')) continue;
      node.focus();
      return;
    }
  });
}
