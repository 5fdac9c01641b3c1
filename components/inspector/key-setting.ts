const storageKey = 'wallet-capture.keys'
const listeners = new Set<() => void>()
/** The choice if storage is unavailable; it lasts for this page only. */
let chosen: boolean | null = null

/**
 * Whether the page listens for its keys: the letter, and the arrows outside its lists. Users may need them for assistive
 * software, or to scroll. WCAG 2.2, 2.1.4
 */
export function readEnabled(): boolean {
  if (chosen !== null) return chosen
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** Turns these keys on or off for this browser. */
export function setEnabled(enabled: boolean): void {
  chosen = enabled
  try {
    localStorage.setItem(storageKey, enabled ? 'on' : 'off')
  } catch {
    // Storage may be blocked: see `chosen`.
  }
  for (const listener of listeners) listener()
}

/** Calls back when the choice changes in this tab or another. */
export function subscribe(changed: () => void): () => void {
  const fromElsewhere = () => {
    chosen = null
    changed()
  }
  listeners.add(changed)
  window.addEventListener('storage', fromElsewhere)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('storage', fromElsewhere)
  }
}
