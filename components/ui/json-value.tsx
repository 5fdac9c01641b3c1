import { cn } from '@/lib/cn'
import { isObject } from '@/lib/core/ground/values/json'
import { Icon } from './icon'
import { LocalTime } from './local-time'

const timeMembers = new Set(['iat', 'exp', 'nbf', 'auth_time', 'updated_at'])

/** The instant of a NumericDate, RFC 3339; `null` for other members. RFC 7519 section 2. */
function instantOf(name: string, value: unknown): string | null {
  if (!timeMembers.has(name) || typeof value !== 'number' || value < 1e9 || value > 4e9) return null
  return new Date(value * 1000).toISOString()
}

function colourOf(value: unknown): string {
  if (typeof value === 'string') return 'text-syn-string'
  return typeof value === 'number' ? 'text-syn-number' : 'text-syn-word'
}

/** True for the object that replaces a redacted value. */
export const isRedacted = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && value.redacted === true

/** One value on one line: a string as is, a redacted value as a chip, a short list in brackets. */
export function JsonValue({
  name,
  value,
  plain,
}: {
  readonly name: string
  readonly value: unknown
  readonly plain: boolean
}) {
  if (isRedacted(value)) {
    return (
      <Redacted
        type={typeof value.type === 'string' ? value.type : 'value'}
        length={typeof value.length === 'number' ? value.length : null}
        present={value.present !== false}
        fingerprint={typeof value.fingerprint === 'string' ? value.fingerprint : null}
      />
    )
  }
  const instant = instantOf(name, value)
  return (
    <span className={cn('wire', plain ? 'text-ink' : colourOf(value))}>
      {typeof value === 'string' ? value || '(empty)' : JSON.stringify(value)}
      {instant && (
        <span className="ml-2 font-sans text-ink-3">
          <LocalTime at={instant} to="second" />
        </span>
      )}
    </span>
  )
}

interface RedactedProps {
  readonly type: string
  /** Length of a string, or of the canonical JSON of anything else; `null` if the length would reveal the value. */
  readonly length: number | null
  readonly present: boolean
  /** Equal fingerprints mean equal values; they reveal nothing else. */
  readonly fingerprint: string | null
}

/** A value that was present but not stored. Type and length are kept, so it never looks empty. */
function Redacted({ type, length, present, fingerprint }: RedactedProps) {
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
