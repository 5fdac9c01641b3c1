// Runs before the first paint, so that a remembered theme never flashes. Nothing remembered: the system decides.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be forbidden; the system's theme is right then.
}
