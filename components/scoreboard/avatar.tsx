import { cn } from '@/lib/cn'
import { Logo } from './logo'

const tones = [
  'bg-accent-soft text-accent',
  'bg-pass-soft text-pass-ink',
  'bg-warn-soft text-warn-ink',
  'bg-fail-soft text-fail-ink',
  'bg-selected text-ink-2',
] as const

const toneOf = (name: string): string => {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return tones[sum % tones.length] ?? tones[0]
}

interface AvatarProps {
  readonly name: string
  /** The address of its logo; '' for none. */
  readonly logo?: string
}

/**
 * The logo of an entity; without one, the first letter or digit of its name on a colour derived from the name. The name
 * itself is shown next to it.
 */
export function Avatar({ name, logo = '' }: AvatarProps) {
  const monogram = <Monogram name={name} />
  return logo === '' ? monogram : <Logo address={logo} otherwise={monogram} />
}

function Monogram({ name }: Pick<AvatarProps, 'name'>) {
  const [first = '?'] = name.match(/[\p{L}\p{N}]|\p{Extended_Pictographic}/u) ?? []
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid size-[18px] shrink-0 place-items-center rounded-sm text-[0.8rem] font-semibold uppercase',
        toneOf(name),
      )}
    >
      {first}
    </span>
  )
}
