// Client: the choice is stored in this browser.
'use client'

import { useSyncExternalStore } from 'react'
import { buttonClass } from '../ui/button-class'
import { Icon, type IconName } from '../ui/icon'

type Theme = 'system' | 'light' | 'dark'

const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }
const icons: Record<Theme, IconName> = { system: 'system', light: 'sun', dark: 'moon' }
const words: Record<Theme, string> = { system: 'follows the system', light: 'light', dark: 'dark' }

const read = (): Theme => {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

const subscribe = (changed: () => void) => {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

const choose = (theme: Theme) => {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem('theme')
    else localStorage.setItem('theme', theme)
  } catch {
    // Storage may be blocked: the choice then lasts for this page only.
  }
}

/** Cycles through system, light and dark. public/theme.js applies the remembered choice before the first paint. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore(subscribe, read, () => 'system' as const)
  return (
    <button
      type="button"
      onClick={() => choose(next[theme])}
      aria-label={`Theme: ${words[theme]}`}
      title={`Theme: ${words[theme]}`}
      className={buttonClass({ look: 'quiet' }, 'w-(--control-size) px-0!')}
    >
      <Icon name={icons[theme]} />
    </button>
  )
}
