// Client: some contents are rendered only when it opens.
'use client'

import { type MouseEvent, type ReactNode, useId, useRef } from 'react'

interface PopoverProps {
  /** Label of the button. */
  readonly summary: ReactNode
  /** Accessible name of the content. */
  readonly label: string
  readonly className?: string
  /** The key that presses the button, where the page has keys. */
  readonly shortcut?: string
  /** A menu as wide as its longest choice. */
  readonly menu?: boolean
  /** Called just before the browser shows it. */
  readonly onOpen?: () => void
  readonly children: ReactNode
}

/** Closes the popover whose link was chosen: a file or a page that is drawn in its place leaves the document as it is. */
export function closeAfterChoice({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (target instanceof Element && target.closest('a') !== null && currentTarget.matches(':popover-open'))
    currentTarget.hidePopover()
}

/**
 * Button that shows content over the page. The browser opens and closes it even without JavaScript: by keyboard, touch,
 * Escape and a click elsewhere. Choosing a link closes it too. A click beside everything gives the focus to the page around,
 * from where it returns to the button.
 */
export function Popover({ summary, label, className, shortcut, menu = false, onOpen, children }: PopoverProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button ref={button} type="button" popoverTarget={id} data-key={shortcut} className={className}>
        {summary}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: it groups names, not form fields */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: hears of clicks on the links inside, and Enter on one is a click */}
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className={menu ? 'popover p-1!' : 'popover'}
        onClick={closeAfterChoice}
        onBeforeToggle={({ newState }) => newState === 'open' && onOpen?.()}
        onToggle={({ newState }) =>
          newState === 'closed' &&
          document.activeElement?.contains(button.current) &&
          button.current?.focus({ preventScroll: true })
        }
      >
        {children}
      </div>
    </>
  )
}
