/** What can have the focus in place of something in it that is gone. */
const PLACES =
  '[tabindex], form, fieldset, article, section, aside, nav, footer, main, dialog, [role=region]';
const FOCUSABLE = 'a, button, input, select, textarea, summary, [tabindex]';

/** So long what knows better where to go on has to go there itself, in milliseconds. */
const PATIENCE_MS = 60;

/**
 * Keeps a person's place: what has the focus is often taken away, or disabled for a while, by what it does, and the
 * browser then forgets where that was. The focus goes back to it once it can have it again, else to what is nearest
 * around it. Answers how to stop.
 */
export function keepFocus(): () => void {
  /** From what had it last outwards; empty where a person has put it nowhere. */
  let way: readonly Element[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = ({ target }: Event) => {
    way = target instanceof Element ? outwards(target.closest(FOCUSABLE)) : [];
  };
  const look = () => {
    timer = undefined;
    const isBusy = way[0]?.isConnected === true && way[0].matches(':disabled');
    if (isLost() && !isBusy) restore(way);
  };
  const changes = new MutationObserver(() => {
    if (isLost()) timer ??= setTimeout(look, PATIENCE_MS);
  });
  document.addEventListener('focusin', note);
  document.addEventListener('pointerdown', note);
  const of = { subtree: true, childList: true, attributeFilter: ['disabled'] };
  changes.observe(document.body, of);
  return () => {
    clearTimeout(timer);
    changes.disconnect();
    document.removeEventListener('focusin', note);
    document.removeEventListener('pointerdown', note);
  };
}

function isLost(): boolean {
  return document.activeElement === document.body || document.activeElement === null;
}

function outwards(from: Element | null): Element[] {
  const way: Element[] = [];
  for (let at = from; at !== null && at !== document.body; at = at.parentElement) way.push(at);
  return way;
}

function restore(way: readonly Element[]): void {
  for (const one of way) {
    const isPlace = one === way[0] || one.matches(PLACES);
    if (!isPlace || !(one instanceof HTMLElement) || !one.isConnected) continue;
    if (one !== way[0] && !one.hasAttribute('tabindex')) borrow(one);
    one.focus({ preventScroll: true });
    if (!isLost()) return;
  }
}

/** It can have the focus until that goes on. */
function borrow(place: HTMLElement): void {
  place.tabIndex = -1;
  place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
}
