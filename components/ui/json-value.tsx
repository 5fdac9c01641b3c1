import { Fragment } from 'react'
import { cn } from '@/lib/cn'
import { isObject } from '@/lib/core/shared/values/json'
import { Icon } from './icon'
import { LocalTime } from './time'

const timeMembers = new Set(['iat', 'exp', 'nbf', 'auth_time', 'updated_at'])

/** Instant of a NumericDate, RFC 3339; `null` for other members. RFC 7519 section 2. */
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

/** One value on one line: a string as it is, a redacted value as a chip, a short list in brackets. */
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

/** A name such as `jwt.claims.aud`, which may break only after a dot or underscore in a narrow column. */
export const Breakable = ({ text }: { readonly text: string }) =>
  text.split(/(?<=[._])/).map((name, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {name}
    </Fragment>
  ))

/** Meaning of CBOR tags. RFC 8943, 3; RFC 8949, 3.4 */
const tagWords: Readonly<Record<string, string>> = { 0: 'date and time', 1: 'seconds since 1970', 1004: 'full date' }

interface ClaimValueProps {
  readonly name: string
  readonly value: unknown
}

/** Value of a claim in readable form: the content of a tag or list instead of its notation. */
export function ClaimValue({ name, value }: ClaimValueProps) {
  if (isRedacted(value)) return <JsonValue name={name} value={value} plain={false} />
  if (isObject(value) && 'cbor_tag' in value) {
    const tag = String(value.cbor_tag)
    return (
      <>
        <ClaimValue name={name} value={value.value} />
        <span className="ml-1.5 text-ink-3">{tagWords[tag] ?? `CBOR tag ${tag}`}</span>
      </>
    )
  }
  if (Array.isArray(value) && value.length > 0) {
    return (
      <ul className="grid gap-1">
        {value.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their place.
          <li key={index}>
            <ClaimValue name={name} value={item} />
          </li>
        ))}
      </ul>
    )
  }
  if (isObject(value) && !Array.isArray(value) && Object.keys(value).length > 0) {
    return (
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1">
        {Object.entries(value).map(([member, inner]) => (
          <div key={member} className="contents">
            <dt className="wire text-ink-2">{member}</dt>
            <dd>
              <ClaimValue name={member} value={inner} />
            </dd>
          </div>
        ))}
      </dl>
    )
  }
  return <JsonValue name={name} value={value} plain={false} />
}
