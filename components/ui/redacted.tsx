import { Icon } from './icon'

interface RedactedProps {
  readonly type: string
  /** Characters of a string, or of the canonical JSON of anything else; `null` where the length would tell the value. */
  readonly length: number | null
  readonly present: boolean
  /** Equal fingerprints mean equal values; nothing else can be learned from one. */
  readonly fingerprint: string | null
}

/** A value that was there and is not kept. Type and length stay, so it never looks empty. */
export function Redacted({ type, length, present, fingerprint }: RedactedProps) {
  const words = present
    ? ['redacted', type, length === null ? null : `${length} characters`].filter((word) => word !== null).join(' · ')
    : 'redacted · empty value'
  return (
    <span
      className="hatched inline-flex max-w-full items-center gap-1.5 rounded-sm border border-line-strong pr-1.5 pl-1 align-middle font-sans text-xs leading-5 text-ink-2"
      title={fingerprint ? `Fingerprint ${fingerprint}: the same value has the same one everywhere` : undefined}
    >
      <Icon name="lock" className="size-3 text-ink-3" />
      {words}
    </span>
  )
}
