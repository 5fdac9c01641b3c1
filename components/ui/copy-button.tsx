// Client: the clipboard is only available in the browser.
'use client'

import { useState } from 'react'
import { buttonClass } from './button-class'
import { Icon } from './icon'

type CopyState = 'idle' | 'copied' | 'refused'

interface CopyButtonProps {
  readonly text: string
  /** What is copied, e.g. `session id`; the accessible name is `Copy session id`, after the label if there is one. */
  readonly what: string
  /** Text beside the icon; without it the button is an icon with an accessible name. */
  readonly label?: string
  /** Copies a URL of this site: `text` is a path, and the page's origin is prepended. */
  readonly asAddress?: boolean
  /** The key that presses it, where the page has keys. */
  readonly shortcut?: string
}

/** Copies text and confirms in place. */
export function CopyButton({ text, what, label, asAddress = false, shortcut }: CopyButtonProps) {
  const [state, setState] = useState<CopyState>('idle')

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(asAddress ? new URL(text, window.location.origin).href : text)
      setState('copied')
    } catch {
      // Browsers allow clipboard access on secure pages only.
      setState('refused')
    }
    setTimeout(() => setState('idle'), 2000)
  }

  const said = { idle: '', copied: 'Copied', refused: 'Copying is not allowed here. Select the text instead' }[state]
  const icon = <Icon name={state === 'copied' ? 'pass' : 'copy'} className={label ? 'size-4' : 'size-3.5'} />
  return (
    <>
      <button
        type="button"
        data-key={shortcut}
        onClick={() => void copy()}
        // The accessible name starts with the visible label, for speech input. WCAG 2.2, 2.5.3
        aria-label={label ? `${state === 'copied' ? 'Copied' : label}: copy ${what}` : `Copy ${what}`}
        className={
          label
            ? buttonClass()
            : 'print:hidden inline-grid size-6 place-items-center rounded-sm align-middle text-ink-3 hover:bg-hover hover:text-ink'
        }
      >
        {icon}
        {label && <span>{state === 'copied' ? 'Copied' : label}</span>}
      </button>
      <span role="status" className={state === 'refused' ? 'text-xs text-ink-2' : 'sr-only'}>
        {said}
      </span>
    </>
  )
}
