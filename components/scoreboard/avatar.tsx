import { cn } from '@/lib/cn'

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

/** The first letter or digit of a name on a colour derived from the name. The name itself is shown beside it. */
export function Avatar({ name }: { readonly name: string }) {
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
