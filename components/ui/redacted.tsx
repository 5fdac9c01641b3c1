import { Icon } from './icon'

interface RedactedProps {
  readonly type: string
  /** Length of a string, or of the canonical JSON of anything else; `null` if the length would reveal the value. */
  readonly length: number | null
  readonly present: boolean
  /** Equal fingerprints mean equal values; they reveal nothing else. */
  readonly fingerprint: string | null
}

/** A value that was present but not stored. Type and length are kept, so it never looks empty. */
export function Redacted({ type, length, present, fingerprint }: RedactedProps) {
  const words = present
    ? ['redacted', type, length === null ? null : `${length} characters`].filter((word) => word !== null).join(' · ')
    : 'redacted · empty value'
  return (
    <span
      className="redacted"
      title={fingerprint ? `Fingerprint ${fingerprint}: equal values have equal fingerprints` : undefined}
    >
      <Icon name="lock" className="size-3 text-ink-3" />
      {words}
    </span>
  )
}
