const storageKey = 'wallet-capture.keys'
const listeners = new Set<() => void>()
/** What was chosen where storage is forbidden: it lasts for this page. */
let chosen: boolean | null = null

/** Whether the key of a letter does something: a reader may want it for a program of their own. WCAG 2.2, 2.1.4 */
export function readEnabled(): boolean {
  if (chosen !== null) return chosen
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** Switches the keys of letters on or off, for this browser. */
export function setEnabled(enabled: boolean): void {
  chosen = enabled
  try {
    localStorage.setItem(storageKey, enabled ? 'on' : 'off')
  } catch {
    // Storage may be forbidden: see `chosen`.
  }
  for (const listener of listeners) listener()
}

/** Calls back when the choice changes here or in another tab. */
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
