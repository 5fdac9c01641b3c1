// Client: the keys can be turned off.
'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import { readEnabled, setEnabled, subscribe } from './key-setting'

/** The keyboard shortcuts of the inspector, shown in the timeline's header. */
export function KeyHints() {
  const enabled = useSyncExternalStore(subscribe, readEnabled, () => true)
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-ink-3 max-md:hidden print:hidden">
      <span>
        <Key>↑</Key> <Key>↓</Key> move
      </span>
      <span>
        <Key>f</Key> next failure
      </span>
      <button
        type="button"
        onClick={() => setEnabled(!enabled)}
        aria-label={enabled ? 'Turn off these keys' : 'Turn on these keys'}
        className="link min-h-6 min-w-6"
      >
        {enabled ? 'off' : 'on'}
      </button>
    </span>
  )
}

function Key({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="rounded-sm border border-b-2 border-line-strong bg-surface px-1.5 py-0.5 text-xs text-ink-2">
      {children}
    </kbd>
  )
}
