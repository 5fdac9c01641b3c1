import { useSyncExternalStore } from 'react'

/** A trust framework as forms name it: empty for the test root, which a request leaves out. */
export type TrustChoice = '' | 'eu'

const storageKey = 'wallet-capture.trust'
const listeners = new Set<() => void>()

/** What a text in storage stands for; `null` for what is no choice. */
export const parseTrust = (text: string | null): TrustChoice | null =>
  text === 'eu' ? 'eu' : text === 'test_root' ? '' : null

/** What was chosen since the page came, where storage is blocked. */
let chosen: TrustChoice | null = null

function readTrust(): TrustChoice | null {
  try {
    return parseTrust(localStorage.getItem(storageKey)) ?? chosen
  } catch {
    return chosen
  }
}

function write(choice: TrustChoice): void {
  chosen = choice
  try {
    localStorage.setItem(storageKey, choice === 'eu' ? 'eu' : 'test_root')
  } catch {
    // It is remembered as long as the page is open.
  }
  for (const listener of listeners) listener()
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  window.addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('storage', changed)
  }
}

/** What this browser chose last, in any form; else what the installation begins with. */
export function useTrust(byDefault: TrustChoice): readonly [TrustChoice, (choice: string) => void] {
  const choice = useSyncExternalStore(subscribe, readTrust, () => null) ?? byDefault
  return [choice, (value) => write(value === 'eu' ? 'eu' : '')]
}
