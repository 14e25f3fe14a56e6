// Runs before the first paint, so that a chosen theme does not flash; a file of its own because the page allows no inline script.
try {
  const chosen = localStorage.getItem('sextant.theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage may be forbidden; the system's theme holds then.
}
