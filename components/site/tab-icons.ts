import type { Metadata } from 'next'
import type { OutcomeTone } from '@/lib/core/engine/evidence/outcomes'

/** The files in `public/` for each tone; the picture differs too, not only the colour. */
const iconNames: Readonly<Record<OutcomeTone, string>> = {
  open: 'icon',
  pass: 'icon-passed',
  warn: 'icon-warned',
  fail: 'icon-failed',
}

/** Icons of a tab that shows something of this tone; without one, those of the site. Safari wants PNG. */
export const tabIcons = (tone: OutcomeTone = 'open'): NonNullable<Metadata['icons']> => ({
  icon: [
    { url: `/${iconNames[tone]}.svg`, type: 'image/svg+xml' },
    { url: `/${iconNames[tone]}.png`, type: 'image/png', sizes: '48x48' },
  ],
  apple: '/apple-touch-icon.png',
})
