// Client: keeps markup out of the RSC payload of every page; only the browser knows its stored theme.
'use client'

import { useSyncExternalStore } from 'react'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { Icon, type IconName } from '../ui/icon'

/** Footer of every page. */
export function SiteFooter() {
  return (
    <footer className="mt-12 border-t border-line pt-5 pb-8 text-sm text-ink-3">
      <div className="mx-auto flex max-w-[1680px] flex-wrap items-baseline gap-x-5 gap-y-1.5 px-4 md:px-6">
        <span>Synthetic data only. Evidence is redacted before it is stored.</span>
        <a className="link target text-ink-2" href={paths.api.trustAnchor()}>
          Test root certificate
        </a>
        <a className="link target text-ink-2" href={paths.api.readiness()}>
          Status
        </a>
      </div>
    </footer>
  )
}

/** Logo: a viewfinder around a check strip. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5 shrink-0">
      <path
        d="M1.500 6V1.500H6M14 1.500h4.500V6M18.500 14v4.500H14M6 18.500H1.500V14"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.800"
      />
      <path d="M6 13V9.500M9 13V7M12 13V5" fill="none" stroke="currentColor" strokeWidth="1.800" />
      <path d="M15 13V9.500" fill="none" strokeWidth="1.800" className="stroke-accent-mark" />
    </svg>
  )
}

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

/** Cycles through system, light and dark. public/theme.js applies the stored choice before the first paint. */
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
