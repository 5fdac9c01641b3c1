import { cn } from '@/lib/cn'

/** Both are defined in globals.css, because a page has dozens of controls. */
const base = 'control aria-disabled:switched-off disabled:switched-off'

const looks = {
  /** One per panel: the primary action. */
  solid: 'border-solid bg-solid text-inverse hover:bg-solid-hover',
  plain: 'border-line-strong bg-surface text-ink hover:border-control hover:bg-hover',
  quiet: 'border-transparent text-ink-2 hover:bg-hover hover:text-ink',
} as const

const sizes = {
  small: 'h-[26px] px-2 text-xs',
  normal: 'h-(--control-size) px-3',
  large: 'h-10 px-[18px]',
} as const

export interface ButtonLook {
  readonly look?: keyof typeof looks
  readonly size?: keyof typeof sizes
}

/** Classes of a control, for buttons and for links that act like one. */
export const buttonClass = ({ look = 'plain', size = 'normal' }: ButtonLook = {}, extra?: string): string =>
  cn(base, looks[look], sizes[size], extra)
